"""PostgreSQL refuses changes of entries, whoever asks; what a company's retention has left behind may go.

Whoever has to delete a company with its log says so in that transaction: SET LOCAL switchboard.audit_drop = 'on'.
"""

from django.db import migrations

REFUSE = """
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('switchboard.audit_drop', true) = 'on' THEN
    RETURN COALESCE(NEW, OLD);
  END IF;
  IF TG_OP = 'DELETE' AND OLD.number <= COALESCE(
    (SELECT taken_number FROM audit_auditchain WHERE tenant_id = OLD.tenant_id), 0
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'entries of the audit log are never changed or deleted';
END $$;
CREATE TRIGGER audit_entry_stays BEFORE UPDATE OR DELETE ON audit_auditentry
  FOR EACH ROW EXECUTE FUNCTION audit_refuse();
"""
ALLOW = "DROP TRIGGER audit_entry_stays ON audit_auditentry; DROP FUNCTION audit_refuse();"


def refuse(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(REFUSE)


def allow(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(ALLOW)


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_append_only_log")]
    operations = [migrations.RunPython(refuse, allow)]

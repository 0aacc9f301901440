# One image for the web process, the worker, the release step and the demo's tool servers: only the command differs.
FROM python:3.11-slim AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/venv
COPY requirements.txt ./
# Wheels only: nothing is compiled, so this stage needs no compiler either.
RUN /opt/venv/bin/pip install --quiet --require-hashes --only-binary :all: -r requirements.txt

FROM python:3.11-slim
# `platform` is a folder of packages, and no package itself: both roots are on the path.
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONPATH=/app:/app/platform \
    PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=config.settings \
    APP_ENV=production \
    SWITCHBOARD_VAR_DIR=/var/lib/switchboard
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin switchboard \
    && install -d -o switchboard -g switchboard /var/lib/switchboard
COPY --from=packages /opt/venv /opt/venv
WORKDIR /app
COPY . .
# Needs no secret: production makes none of its own, and static files use none.
RUN python -m compileall -q . && python manage.py collectstatic --no-input --verbosity 0
USER switchboard
EXPOSE 8000
# For the web process; docker-compose.yml has those of the others.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
    CMD ["python", "-c", "import urllib.request as web; web.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
# WEB_CONCURRENCY says how many processes. Forwarding headers are Django's matter (BEHIND_TLS_PROXY).
CMD ["python", "-m", "config.serve", "--host", "0.0.0.0", "--port", "8000"]

"""The symptoms, the commonest first."""

from django.utils.translation import gettext_lazy as _

from studio.symptoms import around, deciding, doing
from studio.symptoms.base import Symptom

SYMPTOMS: tuple[Symptom, ...] = (
    Symptom(
        "refused",
        _("Messages are refused, or answered with an apology"),
        _("Read the last turns: each failed one says its error."),
        "admin:conversations_turn_changelist",
        (deciding.look_for_release, doing.look_at_failed_turns, doing.look_at_failed_models),
    ),
    Symptom(
        "no_effect",
        _("A change has no effect"),
        _("All of it is live. Try the message again in a new session: a turn ends as it began."),
        "admin:test",
        (deciding.look_for_release, deciding.look_for_drafts, doing.look_at_switches),
    ),
    Symptom(
        "mode",
        _("The mode is not the one that was set"),
        _("A caller with the scope chat:multi_agent may choose the mode of a message itself."),
        "admin:modes",
        (deciding.look_at_modes, deciding.look_at_rollout),
    ),
    Symptom(
        "same_specialist",
        _("Everything goes to the same specialist"),
        _("Try a message: it says which words and which example decided."),
        "admin:test",
        (deciding.look_at_fallbacks, deciding.look_at_examples, deciding.look_at_teams),
    ),
    Symptom(
        "yes_goes_astray",
        _("A “yes” goes to the wrong specialist"),
        _("Every state that is set has its policy. Read the conversation: was a question open?"),
        "admin:conversations_conversation_changelist",
        (deciding.look_at_states,),
    ),
    Symptom(
        "one_of_several",
        _("Of several matters only one is answered"),
        _("Try the message: each part must be sure by itself, by a keyword or an example."),
        "admin:test",
        (deciding.look_at_teams, deciding.look_at_rollout),
    ),
    Symptom(
        "tool_silent",
        _("A tool is never called"),
        _("Try a message: it names the tools of the intent that it is given to."),
        "admin:test",
        (
            doing.look_at_tool_switch,
            doing.look_at_idle_tools,
            doing.look_at_switches,
            doing.look_at_calls_without_arguments,
            doing.look_at_tools_called_too_soon,
        ),
    ),
    Symptom(
        "tool_fails",
        _("A tool is called and fails"),
        _("Ask its server: its page has a button that tests the connection."),
        "admin:agents_mcpserver_changelist",
        (
            doing.look_at_addresses,
            doing.look_at_servers,
            doing.look_at_failed_calls,
            doing.look_at_calls_without_arguments,
            doing.look_at_tools_called_too_soon,
        ),
    ),
    Symptom(
        "model_silent",
        _("Answers are bare, and prompts change nothing"),
        _("Ask the model: its page has a button that tests the connection."),
        "admin:agents_llmprofile_changelist",
        (doing.look_for_model, doing.look_at_addresses, doing.look_at_failed_models),
    ),
    Symptom(
        "late",
        _("Answers come late"),
        _("No tool and no model took long. Analytics shows the times of each part."),
        "analytics",
        (doing.look_at_slow_calls,),
    ),
    Symptom(
        "all_at_once",
        _("Answers come all at once instead of word by word"),
        _("Nothing holds them here: a proxy in front may keep the stream back (buffering)."),
        "admin:agents_guardrail_changelist",
        (doing.look_at_holding,),
    ),
    Symptom(
        "nobody_told",
        _("Somebody asks for a person and nobody hears of it"),
        _("Send a test event on the page of the channel."),
        "admin:delivery_channel_changelist",
        (around.look_for_who_is_told, around.look_at_deliveries),
    ),
    Symptom(
        "no_webhook",
        _("Webhooks do not arrive"),
        _("Everything was sent. Look at what the channel is told of, and send a test event."),
        "admin:delivery_channel_changelist",
        (around.look_for_webhooks, around.look_at_deliveries, doing.look_at_addresses),
    ),
    Symptom(
        "not_known",
        _("Users are not recognised, or share what they said"),
        _("POST /debug/identity says who writes, what was found of them and what is missing."),
        "admin:tenancy_apikey_changelist",
        (around.look_at_keys, around.look_at_sessions),
    ),
    Symptom(
        "no_trace",
        _("No trace and no figure arrives outside"),
        _("Both are on. Look whether the collector can be reached from this installation."),
        "admin:index",
        (around.look_at_traces,),
    ),
)

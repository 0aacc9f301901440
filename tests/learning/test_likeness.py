"""What is looked at of a text beside the machine's score, where a profile has few examples."""

import numpy as np

from routing.decision.learning.likeness import KINDS, KnownSamples, Weights

# Two intents: the first with two examples and its title, the second with one example alone.
ROWS = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.6, 0, 0.8]], np.float32)
KNOWN = KnownSamples((ROWS, ROWS), np.array([0, 0, 0, 1]), np.array([True, True, False, True]))


def test_a_text_is_held_against_examples_what_is_said_about_them_and_their_middles() -> None:
    text = np.array([[0, 0, 1]], np.float32)
    looks = KNOWN.look((text, text))
    assert looks.shape == (1, 2, 2 * KINDS)
    example, about, middle, whole = looks[0, 0, :KINDS]
    assert (example, about, middle) == (0, 1, 0)
    assert 0.57 < whole < 0.58
    assert looks[0, 1, :KINDS].tolist() == np.array([0.8, 0, 0.8, 0.8], np.float32).tolist()
    assert looks[0, :, :KINDS].tolist() == looks[0, :, KINDS:].tolist()


def test_an_example_is_no_witness_of_itself() -> None:
    looks = KNOWN.look_unseen()
    assert looks[0, 0, 0] == 0  # the other example says something else
    assert looks[3, 1, :KINDS].tolist() == [0, 0, 0, 0]  # it has no other one
    assert looks[3, 0, 1] == np.float32(0.8)


def test_each_kind_counts_as_much_as_its_weight() -> None:
    looks = np.zeros((1, 2, KINDS), np.float32)
    looks[0, 1, 2] = 0.5
    scores = Weights(2.0, (1.0, 1.0, 4.0, 1.0), -1.0).weigh(np.array([[0.25, 0.25]], np.float32), looks)
    assert scores.tolist() == [[-0.5, 1.5]]

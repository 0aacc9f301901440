"""What is looked at of a text beside the machine's score, where a profile has few examples."""

import numpy as np

from routing.decision.learning.left_out import TrainingData
from routing.decision.learning.likeness import KINDS, KnownSamples, Weights
from routing.decision.learning.svm import Fitted

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


def test_the_nearest_example_counts_beside_the_machine_where_many_are_known() -> None:
    data = TrainingData(ROWS, (ROWS,), np.array([0, 0, 0, 1]), np.ones(4, bool), False, ROWS[:0], ["?"] * 4)
    nothing_learnt = Fitted(np.zeros((2, 3), np.float32), np.array([0.1, 0], np.float32), ROWS[:, :2] * 0)
    said = data.read(nothing_learnt, ["?"], ROWS[3:], (ROWS[3:],))
    assert said.order[0, :2].tolist() == [1, 0]
    few = data._replace(few=True).read(nothing_learnt, ["?"], ROWS[3:], (ROWS[3:],))
    assert few.order[0, :2].tolist() == [0, 1]

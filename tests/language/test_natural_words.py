"""Words of people and rows of letters, told apart by what the encoder's vocabulary has."""

import numpy as np

from language.natural_words import FILE, learn, measure_word


def test_what_was_learnt_is_that_of_the_installed_vocabulary():
    with np.load(FILE) as data:
        assert np.array_equal(data["steps"], learn())


def test_words_are_told_from_turned_ones():
    turned = str.maketrans("abcdefghijklmnopqrstuvwxyz", "fghijklmnopqrstuvwxyzabcde")
    words = [
        "cancelamento",
        "fatura",
        "entrega",
        "account",
        "refund",
        "factura",
        "devolucion",
        "commande",
        "rechnung",
    ]
    assert all(measure_word(word) < 5 < measure_word(word.translate(turned)) for word in words)

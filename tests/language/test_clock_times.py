"""Times of day in words, as they are said in each language."""

from language import clock_times
from tests.parts.phrases import try_each

NAMED = """
às cinco da tarde|17:00
às 5 e meia da tarde|17:30
quinze para as três|14:45
às 9 da manhã|09:00
amanhã de manhã às 6|06:00
às dezoito horas|18:00
às 8 da noite|20:00
às duas e dez|14:10
uma da tarde|13:00
ao meio-dia|12:00
17h30|17:30
no dia 5 às 14h|14:00
às 10 horas e 15 minutos|10:15
a las 5 y media|17:30
a las cinco menos cuarto de la tarde|16:45
a las dos y cuarto|14:15
a las 12 de la noche|00:00
mañana a las 8 de la noche|20:00
el viernes a las 10|10:00
a la una|13:00
al mediodía|12:00
de 8:00 a 20:00|08:00 20:00
at half past two|14:30
quarter to six in the evening|17:45
at twenty past seven|07:20
at seven thirty|07:30
at 5 tomorrow|17:00
by nine tonight|21:00
five o'clock|17:00
5pm|17:00
5:30 p.m.|17:30
at noon|12:00
at midnight|00:00
à cinq heures et demie|17:30
à 17h30|17:30
à huit heures du soir|20:00
vers 20 heures|20:00
à midi|12:00
20 para as 8|07:40
meia-noite e meia|00:30
twenty-five to eight|07:35
entre 9 e 10 da manhã|09:00 10:00
entre as oito e nove da noite|20:00 21:00
entre as nove e meia da manhã|09:30
"""
NONE = [
    "quero 5 caixas", "espero há 5 horas", "em 12h", "daqui a 2h", "atendem 24h?", "mesa para 4 personas",
    "as 5 caixas", "a cinco euros", "de 9 a 5", "table for 4", "at 5 shops", "in 2 hours", "paid at 50 euros",
    "at 10.30 euros", "at 25", "2026-12-05", "R$ 10,30", "INV-12:30:45", "à 5 euros", "P100",
]  # fmt: skip


@try_each("line", NAMED.strip().split("\n"))
def test_a_time_that_is_named_is_read(line):
    text, times = line.split("|")
    assert clock_times.read(text) == times.split()


@try_each("text", NONE)
def test_what_names_no_time_is_none(text):
    assert clock_times.read(text) == []

"""How well messages whose intents are known are decided: a file of them is read, decided and counted.

>>> lines = read(Path("messages.csv").read_bytes(), Known.of(published))
>>> report(decide_all(lines, published)).total.accuracy
0.78
"""

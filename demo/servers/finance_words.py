"""What the finance domain says, in Portuguese, Spanish and English."""

from collections.abc import Mapping

from demo.servers.quotes import Stock

WORDS: Mapping[str, Mapping[str, str]] = {
    "price": {
        "pt": "{short} ({symbol}) está em {price} {currency} ({change} hoje).",
        "es": "{short} ({symbol}) está en {price} {currency} ({change} hoy).",
        "en": "{short} ({symbol}) is at {price} {currency} ({change} today).",
    },
    "which": {
        "pt": "Encontrei mais de um ticker para '{text}'. Qual deles?",
        "es": "Encontré más de un ticker para '{text}'. ¿Cuál de ellos?",
        "en": "I found more than one ticker for '{text}'. Which one?",
    },
    "unknown": {
        "pt": "Não encontrei '{text}' no mercado. Diga o nome da empresa ou o código, por exemplo PETR4.",
        "es": (
            "No encontré '{text}' en el mercado. Diga el nombre de la empresa o el código, por ejemplo "
            "SAN.MC."
        ),
        "en": "I found no '{text}' in the market. Name the company or its ticker, for example AAPL.",
    },
    "missing": {
        "pt": "De qual ação? Diga o nome ou o código, por exemplo PETR4.",
        "es": "¿De qué acción? Diga el nombre o el código, por ejemplo SAN.MC.",
        "en": "Of which stock? Name it or its ticker, for example AAPL.",
    },
    "market": {
        "pt": "Não conheço o mercado '{text}'. Conheço: {known}.",
        "es": "No conozco el mercado '{text}'. Conozco: {known}.",
        "en": "I do not know the market '{text}'. I know: {known}.",
    },
    "gainers": {
        "pt": "Maiores altas{where}: {lines}.",
        "es": "Mayores subidas{where}: {lines}.",
        "en": "Top gainers{where}: {lines}.",
    },
    "losers": {
        "pt": "Maiores baixas{where}: {lines}.",
        "es": "Mayores bajadas{where}: {lines}.",
        "en": "Top losers{where}: {lines}.",
    },
    "history": {
        "pt": "{short} ({symbol}) foi de {first} a {last} {currency} ({change}) de {since} a {until}.",
        "es": "{short} ({symbol}) pasó de {first} a {last} {currency} ({change}) del {since} al {until}.",
        "en": (
            "{short} ({symbol}) went from {first} to {last} {currency} ({change}) between {since} and "
            "{until}."
        ),
    },
    "DIVIDENDS": {
        "pt": "Ações que mais pagam dividendos{where}: {lines}.",
        "es": "Acciones que más dividendos pagan{where}: {lines}.",
        "en": "Stocks that pay most dividends{where}: {lines}.",
    },
    "CHEAP": {
        "pt": "Ações mais baratas pelo lucro{where}: {lines}.",
        "es": "Acciones más baratas por beneficio{where}: {lines}.",
        "en": "Stocks that cost least for their earnings{where}: {lines}.",
    },
    "LOW_RISK": {
        "pt": "Ações de menor risco{where}: {lines}.",
        "es": "Acciones de menor riesgo{where}: {lines}.",
        "en": "Stocks with the lowest risk{where}: {lines}.",
    },
    "compare": {
        "pt": "Comparação: {lines}.",
        "es": "Comparación: {lines}.",
        "en": "Comparison: {lines}.",
    },
    "two": {
        "pt": "Diga pelo menos duas ações para comparar, por exemplo PETR4 e VALE3.",
        "es": "Diga al menos dos acciones para comparar, por ejemplo Santander y Telefónica.",
        "en": "Name at least two stocks to compare, for example Apple and Microsoft.",
    },
    "tickers": {"pt": "{lines}.", "es": "{lines}.", "en": "{lines}."},
    "none": {
        "pt": "Nenhuma ação atende a isso.",
        "es": "Ninguna acción cumple con eso.",
        "en": "No stock meets that.",
    },
}
FACTS: Mapping[str, Mapping[str, str]] = {
    "DIVIDENDS": {"pt": "dividendos de {}%", "es": "dividendos del {}%", "en": "dividends of {}%"},
    "CHEAP": {"pt": "P/L {}", "es": "PER {}", "en": "P/E {}"},
    "LOW_RISK": {"pt": "volatilidade {}%", "es": "volatilidad {}%", "en": "volatility {}%"},
}


def say(key: str, language: str, **values: object) -> str:
    """One sentence with its values."""
    return WORDS[key][language].format(**values)


def number(value: float, language: str, places: int = 2) -> str:
    """A number as the language writes it.

    >>> number(1234.5, "pt")
    '1.234,50'
    """
    text = f"{value:,.{places}f}"
    return text if language == "en" else text.translate(str.maketrans(",.", ".,"))


def percent(value: float, language: str) -> str:
    """A change with its sign: +1,17%."""
    return f"{'+' if value > 0 else ''}{number(value, language)}%"


def price(stock: Stock, language: str) -> str:
    """A stock's price in a sentence."""
    return say(
        "price",
        language,
        short=stock.short,
        symbol=stock.symbol,
        price=number(stock.price, language),
        currency=stock.currency,
        change=percent(stock.change_pct, language),
    )

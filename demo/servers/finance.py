"""The demo's finance domain: quotes, movers, history, screening and comparison of a small made-up market."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from demo.servers.data import read
from demo.servers.domain import Output, application, asks, fail, serve, success
from demo.servers.quotes import DAYS, MARKETS, MOST, STOCKS, Stock, by_symbol, market, search

_DATA = read("finance_words")
WORDS: Mapping[str, Mapping[str, str]] = _DATA["words"]
FACTS: Mapping[str, Mapping[str, str]] = _DATA["facts"]


def say(key: str, language: str, **values: object) -> str:
    """One sentence with its values."""
    return WORDS[key][language].format(**values)


def in_number(value: float, language: str, places: int = 2) -> str:
    """A number as the language writes it.

    >>> number(1234.5, "pt")
    '1.234,50'
    """
    text = f"{value:,.{places}f}"
    return text if language == "en" else text.translate(str.maketrans(",.", ".,"))


def in_percent(value: float, language: str) -> str:
    """A change with its sign: +1,17%."""
    return f"{'+' if value > 0 else ''}{in_number(value, language)}%"


def in_price(stock: Stock, language: str) -> str:
    """A stock's price in a sentence."""
    return say(
        "price",
        language,
        short=stock.short,
        symbol=stock.symbol,
        price=in_number(stock.price, language),
        currency=stock.currency,
        change=in_percent(stock.change_pct, language),
    )


PORT = 8700
SHOWN = 5
ORDER: Mapping[str, Callable[[Stock], float]] = {
    "DIVIDENDS": lambda stock: -stock.dividend,
    "CHEAP": lambda stock: stock.pe,
    "LOW_RISK": lambda stock: stock.volatility,
}
VALUE: Mapping[str, Callable[[Stock], float]] = {
    "DIVIDENDS": lambda stock: stock.dividend,
    "CHEAP": lambda stock: stock.pe,
    "LOW_RISK": lambda stock: stock.volatility * 100,
}


def get_stock_price(given: Mapping[str, Any], language: str) -> Output:
    """The price of one stock, by its ticker or by what the user called it."""
    stock, question = _stock(given, language)
    if stock is None:
        return question
    return success(_quote(stock), in_price(stock, language), **_risk(stock))


def get_top_gainers(given: Mapping[str, Any], language: str) -> Output:
    """The stocks that rose most, the first first."""
    return _movers(
        "gainers", given, language, lambda stock: -stock.change_pct, lambda stock: stock.change > 0
    )


def get_top_losers(given: Mapping[str, Any], language: str) -> Output:
    """The stocks that fell most, the first first."""
    return _movers("losers", given, language, lambda stock: stock.change_pct, lambda stock: stock.change < 0)


def get_price_history(given: Mapping[str, Any], language: str) -> Output:
    """The closes of a stock over a period."""
    stock, question = _stock(given, language)
    if stock is None:
        return question
    period = str(given.get("period") or "1M").upper()
    if period not in DAYS:
        return fail(f"period: {', '.join(DAYS)}", "unknown_period")
    closes = stock.closes(DAYS[period], datetime.now(UTC).date())
    (since, first), (until, last) = closes[0], closes[-1]
    change = round((last / first - 1) * 100, 2)
    sentence = say(
        "history", language, short=stock.short, symbol=stock.symbol, first=in_number(first, language),
        last=in_number(last, language), currency=stock.currency, change=in_percent(change, language),
        since=_day(since, language), until=_day(until, language),
    )  # fmt: skip
    result = {
        "symbol": stock.symbol,
        "currency": stock.currency,
        "period": period,
        "change_pct": change,
        "items": [{"date": day.isoformat(), "close": close} for day, close in closes],
        "_market_context": stock.context,
    }
    return success(result, sentence, **_risk(stock))


def screen_stocks(given: Mapping[str, Any], language: str) -> Output:
    """The stocks that meet a criterion best."""
    criterion = str(given.get("criterion") or "DIVIDENDS").upper()
    if criterion not in ORDER:
        return fail(f"criterion: {', '.join(ORDER)}", "unknown_criterion")
    code, question = _market(given, language)
    if question:
        return question
    found = [stock for stock in sorted(STOCKS, key=ORDER[criterion]) if code in (None, stock.market)]
    if criterion == "DIVIDENDS":
        found = [stock for stock in found if stock.dividend > 0]
    found = found[:SHOWN]
    lines = [
        (
            f"{stock.short} ({stock.symbol}) "
            f"{FACTS[criterion][language].format(in_number(VALUE[criterion](stock), language, 1))}"
        )
        for stock in found
    ]
    result = {"criterion": criterion, "market": code, "items": [_quote(stock) for stock in found]}
    return success(result, _list(criterion, lines, code, language))


def compare_stocks(given: Mapping[str, Any], language: str) -> Output:
    """Several stocks side by side."""
    named = given.get("symbols") or given.get("symbols_text") or []
    named = [named] if isinstance(named, str) else list(named)
    stocks: list[Stock] = []
    for text in named:
        stock, question = _stock({"symbol_text": text}, language)
        if stock is None:
            return question
        stocks.append(stock)
    if len({stock.symbol for stock in stocks}) < 2:
        return asks(say("two", language), "missing_required_params", missing_required_params=["symbols"])
    lines = [
        (
            f"{stock.short} {in_number(stock.price, language)} {stock.currency} "
            f"({in_percent(stock.change_pct, language)}), "
            f"{FACTS['CHEAP'][language].format(in_number(stock.pe, language, 1))}, "
            f"{FACTS['DIVIDENDS'][language].format(in_number(stock.dividend, language, 1))}"
        )
        for stock in stocks
    ]
    result = {"items": [{**_quote(stock), "pe": stock.pe, "dividend": stock.dividend} for stock in stocks]}
    return success(result, say("compare", language, lines="; ".join(lines)))


def search_symbol(given: Mapping[str, Any], language: str) -> Output:
    """The tickers of a company; an unknown one has none."""
    text = str(given.get("query") or given.get("query_text") or given.get("symbol_text") or "")
    if not text.strip():
        return asks(say("missing", language), "missing_required_params", missing_required_params=["query"])
    found = search(text)
    if not found:
        return success({"candidates": []}, say("unknown", language, text=text), resolution="symbol_not_found")
    lines = [f"{stock.name}: {stock.symbol} ({stock.context['exchange']})" for stock in found]
    result = {"candidates": [_candidate(stock, language) for stock in found]}
    return success(result, say("tickers", language, lines="; ".join(lines)))


def _stock(given: Mapping[str, Any], language: str) -> tuple[Stock | None, Output]:
    """The stock that is meant, or the question that asks for it."""
    text = str(given.get("symbol") or given.get("symbol_text") or "").strip()
    if not text:
        missing = say("missing", language)
        return None, asks(missing, "missing_required_params", missing_required_params=["symbol"])
    code = market(str(given.get("market") or given.get("market_text") or ""))
    known = by_symbol(text)
    found = [known] if known is not None else search(text)
    narrowed = [stock for stock in found if stock.market == code] or found
    if len(narrowed) == 1:
        return narrowed[0], {}
    if not narrowed:
        return None, asks(say("unknown", language, text=text), "symbol_not_found", text=text)
    candidates = [_candidate(stock, language) for stock in narrowed[:MOST]]
    return None, asks(say("which", language, text=text), "ambiguous_symbol", candidates, text=text)


def _market(given: Mapping[str, Any], language: str) -> tuple[str | None, Output]:
    """The market that is meant: None for all of them; or the answer that it is unknown."""
    text = str(given.get("market") or given.get("market_text") or "").strip()
    code = market(text)
    if not text or code is not None:
        return code, {}
    known = ", ".join(f"{about['place'][language]} ({code})" for code, about in MARKETS.items())
    candidates = [{"market": code, "name": about["place"][language]} for code, about in MARKETS.items()]
    return None, asks(say("market", language, text=text, known=known), "unknown_market", candidates)


def _movers(
    key: str,
    given: Mapping[str, Any],
    language: str,
    order: Callable[[Stock], float],
    moved: Callable[[Stock], bool],
) -> Output:
    code, question = _market(given, language)
    if question:
        return question
    limit = given.get("limit")
    most = limit if isinstance(limit, int) and 0 < limit <= 20 else SHOWN
    found = sorted((stock for stock in STOCKS if moved(stock) and code in (None, stock.market)), key=order)[
        :most
    ]
    lines = [
        f"{stock.short} ({stock.symbol}) {in_percent(stock.change_pct, language)}, "
        f"{in_number(stock.price, language)} {stock.currency}"
        for stock in found
    ]
    result: dict[str, Any] = {"direction": key, "market": code, "items": [_quote(stock) for stock in found]}
    if code is not None and found:
        result["_market_context"] = found[0].context
    return success(result, _list(key, lines, code, language))


def _list(key: str, lines: Sequence[str], code: str | None, language: str) -> str:
    if not lines:
        return say("none", language)
    where = f" ({MARKETS[code]['exchange']})" if code else ""
    return say(key, language, where=where, lines="; ".join(lines))


def _quote(stock: Stock) -> dict[str, Any]:
    return {
        "symbol": stock.symbol,
        "name": stock.name,
        "price": stock.price,
        "currency": stock.currency,
        "change": stock.change,
        "change_pct": stock.change_pct,
        "_market_context": stock.context,
    }


def _risk(stock: Stock) -> dict[str, Any]:
    return {"risk_metrics": {"volatility": stock.volatility, "beta": stock.beta}}


def _candidate(stock: Stock, language: str) -> dict[str, Any]:
    about = MARKETS[stock.market]
    place = about["place"][language]
    return {
        "symbol": stock.symbol,
        "name": f"{stock.name} ({place})",
        "market": stock.market,
        "exchange": about["exchange"],
        "currency": about["currency"],
        "place": place,
        "aliases": list(about["names"]),
    }


def _day(day: Any, language: str) -> str:
    return day.isoformat() if language == "en" else f"{day:%d/%m/%Y}"


CAPABILITIES = {
    each.__name__: each
    for each in (
        get_stock_price, get_top_gainers, get_top_losers, get_price_history, screen_stocks, compare_stocks,
        search_symbol,
    )
}  # fmt: skip
app = application("finance", CAPABILITIES)

if __name__ == "__main__":
    serve("finance", PORT, app)

/** The page's own words. `say("tools", 2)` picks the plural by the language's rules. */
import en from "./words/en.js";
import es from "./words/es.js";
import fr from "./words/fr.js";
import pt from "./words/pt.js";

const WORDS = { pt, es, en, fr };

export const LANGUAGES = { pt: "Português", es: "Español", en: "English", fr: "Français" };

/** The nearest language we speak. */
export function spoken(wanted) {
  const short = String(wanted || "").slice(0, 2).toLowerCase();
  return short in WORDS ? short : "en";
}

/** A function that speaks one language: say("handing", { from, to }), say("tools", 2). */
export function speaker(language) {
  const words = WORDS[spoken(language)];
  const plural = new Intl.PluralRules(language);
  const say = (key, values = {}) => {
    const counted = typeof values === "number" ? { n: values } : values;
    let text = words[key] ?? key ?? "";
    if (typeof text === "object") text = text[plural.select(counted.n)] ?? text.other;
    return text.replace(/\{(\w+)\}/g, (_, name) => counted[name] ?? "");
  };
  return Object.assign(say, { language, knows: (key) => key in words });
}

/** Each specialist keeps its colour: its place among all published ones, with those of a profile side by side (so that
    they differ), or, unknown, a hash of its name. */
const COLOURS = 8;

export class Colours {
  constructor(profiles = []) {
    const by = (name) => (one, other) => (one[name] < other[name] ? -1 : Number(one[name] > other[name]));
    const people = [...profiles].sort(by("agent_id")).flatMap((profile) => [...(profile.specialists || [])].sort(by("display_name")));
    // Whom only display names are told, they come by these in answers too.
    this.names = new Map(people.map((one) => [one.name || one.display_name, one.display_name || one.name]));
    this.order = [...this.names.keys()];
  }

  display(agent) {
    return this.names.get(agent) || agent;
  }

  /** The class that sets `--who`. */
  of(agent) {
    const place = this.order.indexOf(agent);
    if (place >= 0) return `who-${place % COLOURS}`;
    let hash = 0;
    for (const letter of String(agent)) hash = (hash * 31 + letter.codePointAt(0)) % 9973;
    return `who-${hash % COLOURS}`;
  }
}

/** Each specialist keeps its colour: its place among all published names, or, unknown, a hash of its name. */
const COLOURS = 8;

export class Colours {
  constructor(profiles = []) {
    const people = profiles.flatMap((profile) => profile.specialists || []);
    this.names = new Map(people.map((one) => [one.name, one.display_name || one.name]));
    this.order = [...this.names.keys()].sort();
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

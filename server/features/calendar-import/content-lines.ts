/** A property of a calendar, with its line in the file. */
export interface Property {
  name: string;
  /** Upper-case names; values without quotation marks. */
  params: ReadonlyMap<string, string>;
  /** As it is in the file: escaped. */
  value: string;
  line: number;
}

/** A part of a calendar: an event, a time zone. */
export interface Component {
  name: string;
  line: number;
  properties: Property[];
  components: Component[];
}

export interface BrokenLine {
  line: number;
  reason: string;
}

/** A longer line is no line of a timetable: it would be compared and shown for a long time. */
const maxLineLength = 20_000;
const maxBroken = 1000;

/**
 * Reads the content lines of a calendar (RFC 5545, 3.1) into its components. Lines that cannot be
 * read are named and left out; so is a component without an end, whose place is taken by the next.
 */
export function readComponents(text: string): { calendar: Component | null; broken: BrokenLine[] } {
  const broken: BrokenLine[] = [];
  const fault = (line: number, reason: string) => {
    if (broken.length < maxBroken) broken.push({ line, reason });
  };
  let calendar: Component | null = null;
  let open: Component[] = [];
  for (const { line, content } of unfolded(text)) {
    if (content.length > maxLineLength) {
      fault(line, `is longer than ${maxLineLength} characters`);
      continue;
    }
    const property = propertyOf(content, line);
    if (!property) {
      if (content.trim() !== '') fault(line, 'is no line of a calendar');
      continue;
    }
    const name = property.value.trim().toUpperCase();
    if (property.name === 'BEGIN') {
      // An event within an event or a time zone: the one before has no end.
      if (name === 'VEVENT' || name === 'VTIMEZONE')
        for (const unfinished of open.splice(1))
          fault(unfinished.line, `${unfinished.name} has no end`);
      const component = { name, line, properties: [], components: [] };
      if (open.length === 0 && name === 'VCALENDAR') calendar ??= component;
      // A second calendar of the file adds to the first.
      if (open.length === 0 && calendar) open = [calendar];
      else {
        open.at(-1)?.components.push(component);
        if (open.length > 0) open.push(component);
      }
    } else if (property.name === 'END') {
      const at = open.findLastIndex((component) => component.name === name);
      if (at < 0) fault(line, `END:${name.slice(0, 50)} has no beginning`);
      else open.length = at;
    } else open.at(-1)?.properties.push(property);
  }
  for (const { line, name } of open.slice(1)) fault(line, `${name} has no end`);
  return { calendar, broken };
}

/** The logical lines: a line that begins with a space continues the one before. */
function* unfolded(text: string): Generator<{ line: number; content: string }> {
  let content = '';
  let begun = 0;
  let number = 0;
  for (let at = 0; at <= text.length;) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    const raw = text.slice(at, text[end - 1] === '\r' ? end - 1 : end);
    at = end + 1;
    number++;
    if (begun > 0 && (raw.startsWith(' ') || raw.startsWith('\t'))) {
      // A line beyond the limit is refused anyway: it is not joined further.
      if (content.length <= maxLineLength) content += raw.slice(1);
      continue;
    }
    if (begun > 0) yield { line: begun, content };
    [content, begun] = [raw, number];
  }
  if (begun > 0) yield { line: begun, content };
}

/** `NAME;PARAM=value;OTHER="a:b":value` */
function propertyOf(content: string, line: number): Property | null {
  const head = /^([A-Za-z0-9-]+)(?=[;:])/.exec(content);
  if (!head) return null;
  const params = new Map<string, string>();
  let rest = content.slice(head[0].length);
  const param = /^;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/;
  for (let found = param.exec(rest); found; found = param.exec(rest)) {
    params.set(found[1]?.toUpperCase() ?? '', (found[2] ?? '').replaceAll('"', ''));
    rest = rest.slice(found[0].length);
  }
  if (!rest.startsWith(':')) return null;
  return { name: head[0].toUpperCase(), params, value: rest.slice(1), line };
}

/** A text value without its escapes and control characters, and with single spaces. */
export const textOf = (value: string): string =>
  value
    .replaceAll(/\\([nN\\;,])/g, (_, escaped: string) => (/n/i.test(escaped) ? ' ' : escaped))
    // oxlint-disable-next-line no-control-regex -- matching them is the purpose.
    .replaceAll(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim();

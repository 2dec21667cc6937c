/** A property of a calendar, with its line in the file. */
export interface Property {
  name: string;
  /** Upper-case names; values without quotation marks. */
  params: ReadonlyMap<string, string>;
  /** As it is in the file: escaped. */
  value: string;
  line: number;
}

/** An event or a time zone, or a part of a time zone. */
export interface Component {
  name: string;
  line: number;
  properties: Property[];
  components: Component[];
}

interface BrokenLine {
  line: number;
  reason: string;
}

interface Calendar {
  calendar: Component | null;
  broken: BrokenLine[];
  /** How many events the file has, stored or not. */
  events: number;
  /** Why it is not read any further; null where it was. */
  tooMuch: BrokenLine | null;
  /** The file ends within the calendar: what follows was lost, as in a download that was torn. */
  isCut: boolean;
}

/** A longer line is no line of a timetable: it would be compared and shown for a long time. */
const maxLineLength = 20_000;
const maxBroken = 1000;
/** Of the lines that are stored: an event has one for each attendee and each changed date. */
const maxProperties = { ofComponent: 5000, ofFile: 200_000 };
/** Events beyond this number are counted only. */
export const maxEvents = 5000;
/** Time zones, and their changes over the years. */
const maxZoneParts = 20_000;
/** An alarm within an event within a calendar. */
const maxDepth = 10;

/** The components that are stored; alarms, tasks, journals and free times are read over. */
const stored = new Set(['VCALENDAR', 'VEVENT', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']);
/** The properties that are stored, of events and time zones. */
const used = new Set(
  `ATTENDEE CATEGORIES DESCRIPTION DTEND DTSTART DURATION EXDATE EXRULE LOCATION ORGANIZER RDATE RECURRENCE-ID
  RRULE SEQUENCE STATUS SUMMARY TZID TZOFFSETFROM TZOFFSETTO UID`.split(/\s+/),
);

/** The properties of the calendar itself that are stored: what it is called, and what it is for. */
const ofCalendar = new Set(['METHOD', 'NAME', 'PRODID', 'X-WR-CALNAME']);

/**
 * Reads the content lines of a calendar (RFC 5545, 3.1) into its components. Lines that cannot be
 * read are named and left out; so is a component without an end, whose place is taken by the next.
 * What is not used leaves no object: a file of 10 MB has millions of lines.
 */
export function readComponents(text: string): Calendar {
  const broken: BrokenLine[] = [];
  const fault = (line: number, reason: string) => {
    if (broken.length < maxBroken) broken.push({ line, reason });
  };
  const read: Calendar = { calendar: null, broken, events: 0, tooMuch: null, isCut: false };
  let open: Component[] = [];
  let properties = 0;
  let zoneParts = 0;

  const isStored = (name: string) =>
    name === 'VEVENT' ? read.events <= maxEvents : stored.has(name) && ++zoneParts > 0;

  function begin(name: string, line: number): void {
    // An event within an event or a time zone: the one before has no end.
    if (name === 'VEVENT' || name === 'VTIMEZONE')
      for (const unfinished of open.splice(1))
        fault(unfinished.line, `${unfinished.name} has no end`);
    if (name === 'VEVENT' && open.length > 0) read.events++;
    if (open.length >= maxDepth) return fault(line, 'is nested too deep');
    const component = { name, line, properties: [], components: [] };
    if (open.length === 0 && name === 'VCALENDAR') read.calendar ??= component;
    // A second calendar of the file adds to the first.
    if (open.length === 0 && read.calendar) open = [read.calendar];
    else if (open.length > 0) {
      if (isStored(name)) open.at(-1)?.components.push(component);
      open.push(component);
      if (zoneParts > maxZoneParts) read.tooMuch = { line, reason: 'has too many time zones' };
    }
  }

  for (const { line, content } of unfolded(text)) {
    if (content.length > maxLineLength) {
      fault(line, `is longer than ${maxLineLength} characters`);
      continue;
    }
    const name = nameOf(content);
    if (name === null) {
      if (content.trim() !== '') fault(line, 'is no line of a calendar');
    } else if (name === 'BEGIN') begin(valueOf(content), line);
    else if (name === 'END') {
      const value = valueOf(content);
      const at = open.findLastIndex((component) => component.name === value);
      if (at < 0) fault(line, `END:${value} has no beginning`);
      else open.length = at;
    } else {
      const component = open.at(-1);
      if (!component || !stored.has(component.name)) continue;
      if (!(open.length < 2 ? ofCalendar : used).has(name)) continue;
      component.properties.push(propertyOf(content, name, line));
      if (component.properties.length > maxProperties.ofComponent) {
        const reason = `has more than ${maxProperties.ofComponent} lines`;
        read.tooMuch = { line: component.line, reason };
      } else if (++properties > maxProperties.ofFile) {
        const reason = `the file has more than ${maxProperties.ofFile} lines in its events`;
        read.tooMuch = { line, reason };
      }
    }
    if (read.tooMuch) return read;
  }
  for (const { line, name } of open.slice(1)) fault(line, `${name} has no end`);
  read.isCut = open.length > 0;
  return read;
}

/** The logical lines: a line that begins with a space continues the one before. */
function* unfolded(text: string): Generator<{ line: number; content: string }> {
  // Programs of the first Macintosh computers end lines by a carriage return alone.
  const lineEnd = text.includes('\n') ? '\n' : '\r';
  let content = '';
  let begun = 0;
  let number = 0;
  for (let at = 0; at <= text.length;) {
    let end = text.indexOf(lineEnd, at);
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

const param = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/y;
const heads = new RegExp(`^([A-Za-z0-9-]+)(?:${param.source})*:`);
const withoutParams: ReadonlyMap<string, string> = new Map();

/** The name before `;PARAM=value:` in upper case; null for what is no line. */
const nameOf = (content: string): string | null => heads.exec(content)?.[1]?.toUpperCase() ?? null;

/** What a component is called. */
const valueOf = (content: string): string =>
  content
    .slice(content.indexOf(':') + 1, content.indexOf(':') + 51)
    .trim()
    .toUpperCase();

/** `NAME;PARAM=value;OTHER="a:b":value` */
function propertyOf(content: string, name: string, line: number): Property {
  let params: Map<string, string> | null = null;
  let at = name.length;
  param.lastIndex = at;
  for (let found = param.exec(content); found; found = param.exec(content)) {
    params ??= new Map();
    params.set(found[1]?.toUpperCase() ?? '', (found[2] ?? '').replaceAll('"', ''));
    at = param.lastIndex;
  }
  return { name, params: params ?? withoutParams, value: content.slice(at + 1), line };
}

/** A text value without its escapes and control characters, and with single spaces. */
export const textOf = (value: string): string =>
  value
    .replaceAll(/\\([nN\\;,])/g, (_, escaped: string) => (/n/i.test(escaped) ? ' ' : escaped))
    // oxlint-disable-next-line no-control-regex -- matching them is the purpose.
    .replaceAll(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim();

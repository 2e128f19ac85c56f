// What the time line and the log show. An item is made of a record of a trace, of an event of a running session, or of a
// finding; all parts of the page read items only.

/** The lanes from top to bottom: `rows` of names, or spans that last until the next one of the same key. */
const lanes = [
    { id: 'violations', title: 'Violations', one: 'violation', color: '--bad', rows: 2 },
    { id: 'calls', title: 'Calls', one: 'call', color: '--call', rows: 3 },
    { id: 'callbacks', title: 'Callbacks', one: 'callback', color: '--callback', rows: 3 },
    { id: 'commands', title: 'Commands', one: 'command', color: '--command', rows: 2 },
    { id: 'states', title: 'States', one: 'state', color: '--good', spans: true, rows: 2 },
    { id: 'outputs', title: 'Outputs', one: 'output', color: '--good', spans: true, rows: 64 },
    { id: 'drops', title: 'Drops', one: 'drop', color: '--warn', rows: 2 },
    { id: 'failures', title: 'Failures', one: 'failure', color: '--bad', rows: 1 },
    { id: 'notes', title: 'Notes', one: 'note', color: '--command', rows: 1 },
];

/** The colour of a state by its name. */
const fills = {
    sending: 'good', live: 'good', opened: 'good', retrying: 'warn', stalled: 'warn', failed: 'bad', idle: 'idle',
    finished: 'idle', stopped: 'idle', removed: 'idle',
};

/**
 * @typedef {Object} Item
 * @property {number} time in seconds
 * @property {string} lane the identifier of its lane
 * @property {string} name a word or two
 * @property {string} text what else there is in one line, possibly long
 * @property {string} level `bad`, `warn` or empty
 * @property {?string} key what a span belongs to
 * @property {?string} rule the violated rule
 * @property {?number} line in the trace
 * @property {number} count of equal ones; the last one at `until`
 * @property {?boolean} isEnd the end of a trace: in the log, not on the time line
 */
function item(lane, time, name, text = '', more = {}) {
    return { lane, time, name, text, level: '', key: null, rule: null, line: null, count: 1, until: time, ...more };
}

/** The item of a line of a trace; null for frames and audio. */
function itemOfRecord(record) {
    const made = recordItem(record);
    if (made === null) return null;
    made.line = record.line ?? null;
    made.count = record.count ?? 1;
    made.until = record.until ?? record.time;
    return made;
}

function recordItem(record) {
    const { time, name } = record;
    switch (record.event) {
    case 'call': {
        const result = record.result === undefined ? '' : `${valueText(record.result)}`;
        const rest = pairsText(record.arguments ?? {});
        return item('calls', time, name, [result, rest].filter(Boolean).join('; '));
    }
    case 'callback': {
        const lost = record.isReceived === false ? 'no delegate was set' : '';
        const text = [lost, pairsText(record.arguments ?? {})].filter(Boolean).join('; ');
        return item('callbacks', time, name, text, { level: lost ? 'warn' : '' });
    }
    case 'state': return stateItem(time, record.part, record.state, record.details ?? {});
    case 'command': return item('commands', time, name, pairsText(record.arguments ?? {}));
    case 'violation': return violationItem(time, record);
    case 'drop': return dropItem(time, record);
    case 'output': return outputItem(time, record.output, record.state, record);
    case 'failure': return failureItem(time, record);
    case 'note': return item('notes', time, 'note', record.message);
    case 'end': return endItem(time, record);
    default: return null;
    }
}

/** The item of an event of a running session: `{"sequence":1,"time":0.5,"event":{"sessionChanged":{…}}}`. */
function itemOfEvent({ time, event }) {
    const [name, value] = Object.entries(event)[0];
    switch (name) {
    case 'sessionChanged': return stateItem(time, 'session', value.state, {});
    case 'stopped': return stateItem(time, 'session', 'stopped', value);
    case 'inputsOpened': return stateItem(time, 'inputs', 'opened', value);
    case 'commandPerformed': {
        const [command, fields] = Object.entries(value.command)[0];
        return item('commands', time, command, [giverText(value.origin), pairsText(fields)].filter(Boolean).join('; '));
    }
    case 'violation': return violationItem(time, value);
    case 'dropped': return dropItem(time, value);
    case 'failed': return failureItem(time, value.failure);
    case 'note': return item('notes', time, 'note', value.message);
    case 'serverChanged': return item('notes', time, `server ${value.state}`, value.message,
        { level: value.state === 'running' ? '' : 'warn' });
    case 'startCalled':
    case 'stopCalled': {
        const { code, ...rest } = value;
        return item('calls', time, name.replace('Called', ''), [code, pairsText(rest)].filter(Boolean).join('; '));
    }
    case 'outputAdded': return outputItem(time, value.output, 'added', value);
    case 'outputChanged': return outputItem(time, value.output, value.change.state, { ...value, ...value.change });
    case 'outputSplit': return outputItem(time, value.output, 'split', value);
    case 'outputRemoved': return outputItem(time, value.output, 'removed', value);
    default: return item('callbacks', time, name, pairsText(value));
    }
}

const givers = {
    page: 'the control page', 'http': 'HTTP', obs: 'OBS', control: 'the control socket', scenario: 'the scenario', app: 'the app',
};

/** `by OBS`; nothing where nobody has told. */
function giverText(origin) { return origin ? `by ${givers[origin] ?? origin}` : ''; }

function stateItem(time, part, state, details) {
    return item('states', time, state, [part, pairsText(details)].filter(Boolean).join('; '), { key: part });
}

/** A message of a running session begins with the rule and the code, which stand elsewhere. */
function withoutRule(message, rule, code) {
    const start = `${rule} ${code}: `;
    return message.startsWith(start) ? message.slice(start.length) : message;
}

function violationItem(time, { rule, code, message, isRefusal }) {
    return item('violations', time, rule, withoutRule(message, rule, code), { rule, code, level: isRefusal ? 'bad' : 'warn' });
}

function dropItem(time, { reason, frames, audioBlocks }) {
    return item('drops', time, reason, `${counted(frames, 'frame')}, ${counted(audioBlocks, 'audio block')}`, { level: 'warn' });
}

function outputItem(time, number, state, { address, cause, message, attempt, delay }) {
    const tries = attempt ? [`attempt ${attempt}`, delay ? `next in ${delay} s` : ''] : [];
    const text = [`output ${number}`, address, cause, message, ...tries].filter(Boolean).join('; ');
    const level = state === 'failed' ? 'bad' : fills[state] === 'warn' ? 'warn' : '';
    return item('outputs', time, state, text, { key: `output ${number}`, level });
}

function failureItem(time, { category, code, rule, message }) {
    return item('failures', time, code, `${category}: ${withoutRule(message, rule, code)}`, { rule: rule ?? null, level: 'bad' });
}

function endItem(time, { lost, unhashed }) {
    const missing = lost + unhashed === 0 ? 'nothing is missing'
        : `${counted(lost, 'record')} lost, ${counted(unhashed, 'frame or block', 'frames or blocks')} without a hash`;
    return item('notes', time, 'end of the trace', missing, { isEnd: true });
}

/** The item of a finding that is no line of the trace: a pause, uneven frames, a callback that comes too late. */
function itemOfFinding(finding) {
    const { time, rule, message, line, count, group } = finding;
    return item('violations', time, rule, message, { rule, line, count, until: time, level: group === 'contract' ? 'bad' : 'warn' });
}

/**
 * The items of a report in the order of their times. A finding marks the violation in its line; the others become items
 * of their own. `finding` is its number from 1.
 */
function itemsOfReport(session) {
    const items = session.events.map(itemOfRecord).filter((made) => made !== null);
    const byLine = new Map(items.filter((made) => made.lane === 'violations').map((made) => [`${made.line} ${made.rule}`, made]));
    session.findings.forEach((finding, index) => {
        let made = byLine.get(`${finding.line} ${finding.rule}`);
        if (!made) {
            made = itemOfFinding(finding);
            items.push(made);
        }
        made.finding = index + 1;
    });
    // A stable sort: items of the same time keep the order of their lines, as far as they have one.
    items.sort((a, b) => a.time - b.time || (a.line ?? Infinity) - (b.line ?? Infinity));
    return items;
}

const marks = { own: 'psstudio\'s own rule', chosen: 'psstudio\'s choice' };

/** What a violation means: the rule's statement, the diagnosis, and what to do. */
function explanation(made, rules) {
    const rule = rules[made.rule] ?? {};
    const [diagnosis, hint] = divided(made.text, made.rule);
    return {
        diagnosis, fix: rule.fix ?? (hint || rule.statement || `see psstudio rules ${made.rule}`), statement: rule.statement,
        evidence: rule.source ? `${marks[rule.mark] ?? rule.mark}: ${rule.source}` : null,
    };
}

/** Diagnosis and hint. In rules of traces, a measured value follows the semicolon. */
function divided(message, rule) {
    const place = message.indexOf('; ');
    if (place < 0 || rule.startsWith('TRACE-')) return [message, ''];
    return [message.slice(0, place), message.slice(place + 2)];
}

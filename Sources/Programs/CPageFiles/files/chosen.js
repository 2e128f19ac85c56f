// The chosen event, for all pages with a time line.

/** What the chosen event is, and for a violation what to do. */
class ChosenEvent {
    constructor(rules) {
        this.rules = rules;
        this.box = element('section', { class: 'chosen panel', 'aria-label': 'Chosen event' });
        this.show(undefined);
    }

    show(made) {
        this.box.replaceChildren(...(made ? this.parts(made)
            : [element('p', { class: 'faint' }, 'Choose an event on the time line, or in a list below it.')]));
    }

    parts(made) {
        const lane = lanes.find(({ id }) => id === made.lane);
        const line = made.line === null ? '' : `, line ${made.line}`;
        const until = made.until > made.time ? ` until ${timeText(made.until)}` : '';
        const times = made.count > 1 ? `, ${made.count} times${until}` : '';
        const head = element('h3', {}, foreign(shortened(made.name, 400)),
            element('span', { class: 'faint' }, `${lane.one}, ${timeText(made.time)}${line}${times}`));
        if (made.lane !== 'violations') return [head, element('p', { class: 'long' }, foreign(made.text))];
        const { diagnosis, fix, statement, evidence } = explanation(made, this.rules);
        return [head, element('p', { class: 'long' }, foreign(diagnosis)),
            element('p', { class: 'fix' }, element('b', {}, 'Fix: '), foreign(fix)),
            ruleText(statement, fix, evidence)].filter((part) => part !== null);
    }
}

/** The rule's statement, unless it is what was said already, and its source. */
function ruleText(statement, fix, evidence) {
    if (!statement) return null;
    return element('p', { class: 'rule' }, ...(statement === fix ? [] : [element('b', {}, 'Rule: '), statement, ' ']),
        evidence ? element('span', { class: 'faint' }, `(${evidence})`) : null);
}

/** The keys of the time line. */
function keyHelp() {
    const keys = [['← →', 'event'], ['Page ↑ ↓', 'violation'], ['+ −', 'zoom'], ['Shift ← →', 'move'], ['0', 'all'], ['O', 'by order']];
    return element('p', { class: 'keys', id: 'time-line-keys' }, ...keys.flatMap(([key, text], index) =>
        [index ? ' · ' : '', element('kbd', {}, key), ` ${text}`]));
}

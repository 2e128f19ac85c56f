// The page of `psstudio verify --html`: the list of sessions, and one of them with its time line, findings, log and values.

class Report {
    constructor(data) {
        this.data = data;
        this.main = document.querySelector('main');
        this.entries = [
            ...data.sessions.map((session) => ({ ...session, isReadable: true })),
            ...data.unreadable.map(({ path, message }) => ({ path, message, isReadable: false, verdict: 'bad', verdictText: 'not readable' })),
        ];
        this.place = element('div', {});
        if (this.entries.length > 1) this.main.append(this.navigation());
        this.main.append(this.place);
        addEventListener('hashchange', () => this.show());
        this.show();
    }

    navigation() {
        const common = commonFolder(this.entries.map(({ path }) => path));
        this.links = this.entries.map((entry, index) => {
            const [folder, name] = splitPath(entry.path.slice(common));
            const facts = entry.isReadable ? [entry.findings.length ? counted(entry.findings.length, 'finding') : '',
                durationText(entry.duration)] : [];
            return element('a', { href: `#${index + 1}`, class: entry.verdict },
                element('div', { class: 'cut' }, foreign(folder, 'faint'), element('b', {}, foreign(name))),
                element('div', {}, element('span', { class: 'verdict-word' }, entry.verdictText),
                    ...facts.filter(Boolean).flatMap((fact) => [' ', element('span', { class: 'fact' }, fact)])));
        });
        const broken = this.entries.filter(({ verdict }) => verdict === 'bad').length;
        return element('nav', { class: 'sessions', 'aria-label': 'Sessions' },
            element('h2', {}, counted(this.entries.length, 'session') + (broken ? `, ${broken} with violations` : '')),
            element('ul', {}, ...this.links.map((link) => element('li', {}, link))));
    }

    /** Shows the session in the address, or the first of the worst. */
    show() {
        const wanted = Number(location.hash.slice(1)) - 1;
        const worst = ['bad', 'doubtful', 'good'].map((kind) => this.entries.findIndex(({ verdict }) => verdict === kind));
        const index = this.entries[wanted] ? wanted : worst.find((place) => place >= 0) ?? 0, entry = this.entries[index];
        this.links?.forEach((link, at) => at === index ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current'));
        this.view = entry?.isReadable ? new SessionReport(entry, this.data.rules) : null;
        this.place.replaceChildren(...(this.view ? this.view.parts : entry ? [sessionHead(entry),
            element('p', {}, foreign(entry.message))] : [element('p', {}, 'There was no session.')]));
        this.view?.timeLine.fit();
    }
}

class SessionReport {
    constructor(session, rules) {
        this.session = session;
        this.rules = rules;
        this.items = itemsOfReport(session);
        const choose = (index, reveals = true) => this.choose(index, reveals);
        this.timeLine = new TimeLine({
            items: this.items, duration: session.duration, intervals: session.intervals, name: session.path, choose,
        });
        this.log = new Log({ items: this.items, choose });
        this.chosen = new ChosenEvent(rules);
        this.parts = [
            sessionHead(session),
            element('section', { 'aria-label': 'Time line' }, this.timeLine.tools, this.timeLine.box, keyHelp(),
                session.merged > 0 ? element('p', { class: 'keys' }, `${counted(session.merged, 'event')} of equal names are shown `
                    + 'together with their neighbours; the trace has all of them.') : null),
            this.chosen.box,
            element('div', { class: 'columns' }, element('div', { class: 'side' }, this.findings(), this.values()), this.log.box),
        ];
    }

    choose(index, reveals) {
        this.timeLine.select(index, reveals);
        this.log.select(index);
        this.chosen.show(this.items[index]);
    }

    findings() {
        const numbered = new Map(this.items.flatMap((made, index) => made.finding ? [[made.finding, index]] : []));
        const list = this.session.findings.map((finding, at) => {
            const { diagnosis, fix, statement, evidence } = explanation(itemOfFinding(finding), this.rules);
            const index = numbered.get(at + 1);
            const times = finding.count > 1 ? `, ${finding.count} times` : '';
            return element('li', { class: `finding ${finding.group}` },
                element('h3', {}, element('button', { type: 'button', click: () => this.reveal(index) }, foreign(finding.rule)),
                    element('span', { class: 'faint' }, `${timeText(finding.time)}, line ${finding.line}${times}`)),
                element('p', { class: 'cut' }, foreign(diagnosis)),
                element('p', { class: 'fix' }, element('b', {}, 'Fix: '), foreign(fix)),
                ruleText(statement, fix, evidence));
        });
        return element('section', { 'aria-label': 'Findings' }, element('h2', {}, 'Findings'),
            list.length ? element('ol', {}, ...list) : element('p', {}, 'The app broke no rule.'));
    }

    /** Chooses the event of a finding, and scrolls to the time line. */
    reveal(index) {
        this.choose(index, true);
        this.timeLine.box.scrollIntoView({ block: 'nearest' });
        this.timeLine.box.focus({ preventScroll: true });
    }

    values() {
        const { values, budgets } = this.session;
        const rows = values.flatMap(([name, text]) => [element('dt', {}, name), element('dd', { class: 'number' }, foreign(text))]);
        const limits = budgets.flatMap(({ name, text, isMet }) => [element('dt', {}, name),
            element('dd', { class: isMet ? null : 'missed' }, text)]);
        return element('section', { 'aria-label': 'Measured values' }, element('h2', {}, 'Measured values'),
            element('dl', { class: 'values' }, ...rows, ...limits));
    }
}

function sessionHead(entry) {
    const facts = entry.isReadable ? [['session', entry.session], ['clock', entry.clock], ['duration', durationText(entry.duration)],
        ['frames', entry.frames], ['audio blocks', entry.audioBlocks]] : [];
    return element('div', { class: 'session-head' },
        element('h1', { class: 'cut' }, foreign(entry.path)), element('span', { class: `verdict ${entry.verdict}` }, entry.verdictText),
        element('dl', { class: 'facts' }, ...facts.map(([name, text]) =>
            element('div', {}, element('dt', {}, name), element('dd', { class: 'number' }, foreign(text))))));
}

/** The length of the folder that all paths begin with. */
function commonFolder(paths) {
    const [first, ...others] = paths;
    let length = first.lastIndexOf('/') + 1;
    while (length > 0 && !others.every((path) => path.startsWith(first.slice(0, length)))) {
        length = first.lastIndexOf('/', length - 2) + 1;
    }
    return length;
}

function splitPath(path) {
    const at = path.lastIndexOf('/') + 1;
    return [path.slice(0, at), path.slice(at) || path];
}

const report = new Report(JSON.parse(document.getElementById('data').textContent));

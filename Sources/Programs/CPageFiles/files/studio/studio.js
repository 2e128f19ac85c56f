// The control page: the list of sessions, and one of them. A single session opens at once; one that has ended stays.

class Studio {
    /** The largest number of ended sessions that are listed, and of those whose events are kept. */
    static most = { listed: 50, kept: 8 };

    constructor() {
        this.main = document.querySelector('main');
        this.banner = element('div', { class: 'banner', role: 'alert' });
        this.list = element('ul', {});
        this.heading = element('h2', {});
        this.follow = element('button', { type: 'button', 'aria-pressed': 'false', click: () => this.setFollows(!this.follows) },
            'Follow new sessions');
        this.nav = element('nav', { class: 'sessions', 'aria-label': 'Sessions', hidden: true },
            element('div', { class: 'tools' }, this.heading, this.follow), this.list);
        [this.place, this.status] = [element('div', {}), element('div', { class: 'status-place' })];
        document.querySelector('header.top').after(this.status);
        document.querySelector('header.top').append(element('span', { class: 'chip idle reads' }, 'reads only'));
        document.addEventListener('keydown', (event) => { if (!this.server.isReading) this.show?.key(event); });
        this.main.append(this.banner, this.nav, this.place);
        this.server = new Server((lostAt) => this.showLoss(lostAt));
        this.rules = {};
        // The running sessions; what is known of each; all that are listed, with their links; ended ones with their events.
        [this.sessions, this.facts, this.entries, this.kept] = [[], new Map(), new Map(), new Map()];
        // The results of ended sessions by their identifiers, and the one that is shown.
        [this.results, this.result, this.asksForEnded] = [new Map(), null, 2];
        [this.follows, this.isPresent] = [false, !document.hidden];
        addEventListener('hashchange', () => {
            this.server.takeToken();
            // One that has just been started is in the next list.
            if (this.entries.has(this.wanted)) this.open();
            this.refresh();
        });
        watchPresence((isPresent) => {
            this.isPresent = isPresent;
            this.show?.setPresent(isPresent);
            if (isPresent) this.refresh();
        });
        this.loadRules();
        this.refresh();
    }

    showLoss(lostAt) {
        const time = lostAt?.toLocaleTimeString();
        const text = this.show?.isOver && this.sessions.length <= 1 ? `The server has ended with its session, ${time}.`
            : `The server is gone since ${time}. Sessions go on; this page returns by itself.`;
        this.banner.replaceChildren(...(lostAt ? [text] : []));
        if (this.show) this.show.update();
        else showWorst(lostAt ? 'bad' : 'idle', lostAt ? '⛔ the server is gone – psstudio' : 'psstudio');
        if (!lostAt && Object.keys(this.rules).length === 0) this.loadRules();
    }

    async loadRules() {
        try {
            for (const rule of (await this.server.request('GET', 'rules')).items) this.rules[rule.rule] = rule;
        } catch (error) {
            // Without the rules, violations have their diagnosis; the banner says why they are missing.
            if (error.status === 401) this.showToken();
        }
    }

    showToken(isNeeded = true) {
        if (isNeeded === Boolean(this.needsToken)) return;
        this.needsToken = isNeeded;
        this.banner.replaceChildren(...(isNeeded
            ? ['This page needs the token of the server that runs now: open the address that it has printed.'] : []));
        if (!isNeeded) this.loadRules();
    }

    /** Asks for the sessions, and does so again two seconds later; less often where nothing can be expected. */
    async refresh() {
        clearTimeout(this.timer);
        if (this.isPresent) await this.update();
        const isQuiet = this.needsToken || this.server.lostAt && this.show?.isOver;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.refresh(), isQuiet ? 10000 : 2000);
    }

    async update() {
        try {
            const before = this.sessions;
            this.sessions = (await this.server.request('GET', 'sessions')).items;
            if (this.needsToken) this.showToken(false);
            await this.server.askForAccess();
            await this.askForEnded(before);
            if (this.sessions.length > 1 || this.result) await this.askAll();
        } catch (error) {
            if (error.status === 401) this.showToken();
            return;
        }
        this.open();
        this.showSessions();
    }

    /** The results of ended sessions, when another one has ended; once more later, because processes end after their sessions. */
    async askForEnded(before) {
        const running = new Set(this.sessions.map(({ sessionId }) => sessionId));
        if (before.some(({ sessionId }) => !running.has(sessionId))) this.asksForEnded = 2;
        if (this.asksForEnded === 0) return;
        this.asksForEnded -= 1;
        const { items } = await this.server.request('GET', `sessions?ended=true&limit=${Studio.most.listed}`);
        for (const item of items) this.results.set(item.sessionId, item);
        const result = this.results.get(this.show?.id);
        if (this.show?.isOver && result) this.show.showResult(result);
    }

    /** The state of each session that is listed and not shown. */
    async askAll() {
        const others = this.sessions.filter(({ sessionId }) => sessionId !== this.show?.id).slice(0, 16);
        await Promise.all(others.map(async ({ sessionId }) => {
            try {
                const path = `sessions/${encodeURIComponent(sessionId)}`;
                const { state, stopReason, violations } = await this.server.request('GET', path);
                if (state === 'ended') return;
                const count = violations.reduce((sum, one) => sum + one.count, 0);
                this.facts.set(sessionId, { state, stopReason, count: count ? counted(count, 'violation') : '' });
            } catch (error) {
                // It does not answer: the list says what was known.
                if (error.status === 401) throw error;
            }
        }));
    }

    // The list.

    showSessions() {
        const running = new Set(this.sessions.map(({ sessionId }) => sessionId));
        for (const session of this.sessions) if (!this.entries.has(session.sessionId)) this.addEntry(session);
        for (const [id, result] of this.results) if (!this.entries.has(id)) this.addEntry(result, true);
        const ended = [...this.entries].filter(([id]) => !running.has(id));
        for (const [id, entry] of ended) {
            const result = this.results.get(id);
            entry.endedAt = result ? new Date(result.endedAt) : entry.endedAt ?? new Date();
        }
        const oldest = ended.filter(([id]) => id !== this.current).sort(([, a], [, b]) => a.endedAt - b.endedAt);
        const surplus = oldest.slice(0, Math.max(0, ended.length - Studio.most.listed));
        for (const [id, entry] of surplus) this.remove(id, entry, ended);
        for (const [id, entry] of this.entries) this.showEntry(id, entry, running.has(id));
        this.nav.hidden = this.entries.size === 0 || this.entries.size === 1 && this.entries.has(this.show?.id);
        setText(this.heading, counted(this.sessions.length, 'running session') + (ended.length ? `, ${ended.length} ended` : ''));
        if (this.follows && this.show?.isOver && running.size > 0) location.hash = addressOf(this.sessions.at(-1).sessionId);
    }

    remove(id, entry, ended) {
        entry.item.remove();
        for (const map of [this.entries, this.kept, this.facts, this.results]) map.delete(id);
        ended.splice(ended.findIndex(([one]) => one === id), 1);
    }

    /** The session that is shown, or whose result is. */
    get current() { return (this.show ?? this.result)?.id; }

    /** @param {boolean} hasEnded whether it ended before this page saw it: then it stands below the others. */
    addEntry(session, hasEnded = false) {
        const { sessionId, program, pid } = session, facts = element('div', {});
        const link = element('a', { href: addressOf(sessionId) }, element('b', {}, foreign(sessionId)),
            element('div', { class: 'faint' }, foreign(program ?? ''), ` process ${pid}`), facts);
        const entry = { session, link, facts, item: element('li', {}, link), endedAt: null };
        this.entries.set(sessionId, entry);
        if (hasEnded) this.list.append(entry.item); else this.list.prepend(entry.item);
    }

    showEntry(id, { link, facts, endedAt }, isRunning) {
        const show = this.show?.id === id ? this.show : this.kept.get(id);
        const result = isRunning ? null : this.results.get(id);
        const known = result ? resultText(result) : show?.summary ?? this.summary(id, isRunning);
        setText(facts, isRunning ? known : `ended ${momentText(endedAt)}${known && known !== 'ended' ? `: ${known}` : ''}`);
        const isBad = /violation|killed|error|exit code|not seen|was lost/.test(known);
        link.className = isBad ? 'bad' : isRunning ? 'good' : 'idle';
        const isCurrent = id === this.current;
        if (isCurrent) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
        // Of one that the server has forgotten, there is nothing to show.
        if (isRunning || show || result) link.href = addressOf(id); else link.removeAttribute('href');
    }

    /** What is known of a session whose events were never asked for; of one that has ended, how. */
    summary(id, isRunning) {
        const { state, stopReason, count } = this.facts.get(id) ?? {};
        const end = endText({ stopReason, isUnseen: true });
        return [isRunning ? state : end, count].filter(Boolean).join(', ');
    }

    setFollows(follows) {
        this.follows = follows;
        this.follow.setAttribute('aria-pressed', String(follows));
        this.showSessions();
    }

    // The session that is shown.

    /** The session that the address names; it has a wrong one when somebody has typed it. */
    get wanted() {
        const name = location.hash.replace(/^#\/?/, '');
        try {
            return decodeURIComponent(name);
        } catch {
            return name;
        }
    }

    /** Opens the session of the address, or the first one. What is shown stays, also after its end, until another one is chosen. */
    open() {
        const { wanted } = this;
        if (wanted && this.current === wanted || !wanted && this.show) return;
        const session = wanted ? this.sessions.find(({ sessionId }) => sessionId === wanted) : this.sessions[0];
        const old = this.kept.get(wanted);
        if (!session && !old) return this.results.has(wanted) ? this.openResult(wanted) : this.showNothing(wanted);
        this.leave();
        this.show = session && !old ? new Show(this.server, session, this.rules, () => this.showSessions()) : old;
        this.place.replaceChildren(...this.show.parts);
        this.status.replaceChildren(this.show.status);
        this.show.timeLine.fit();
        this.show.setPresent(this.isPresent);
        this.showSessions();
    }

    /** An ended session is kept as it was; the oldest one goes. */
    leave() {
        this.result = null;
        if (!this.show) return;
        if (this.show.isOver) {
            this.kept.set(this.show.id, this.show);
            const [first] = this.kept.keys();
            if (this.kept.size > Studio.most.kept) {
                this.kept.get(first).end();
                this.kept.delete(first);
            }
        } else {
            this.show.end();
        }
        this.show = null;
    }

    /** Shows the result of a session whose events this page does not have. */
    async openResult(wanted) {
        let result;
        try {
            result = await this.server.request('GET', `sessions/${encodeURIComponent(wanted)}`);
        } catch {
            // The server has forgotten it, or is gone: the banner says so.
            this.results.delete(wanted);
            return this.showNothing(wanted);
        }
        // Somebody may have chosen another one meanwhile.
        if (this.wanted !== wanted || this.current === wanted || result.state !== 'ended') return;
        this.leave();
        this.result = new Result(result, this.rules);
        this.place.replaceChildren(...this.result.parts);
        this.status.replaceChildren();
        showWorst('idle', `○ ended: ${resultText(result)} – psstudio`);
        this.showSessions();
    }

    showNothing(wanted) {
        const isNew = this.nothing !== `${wanted} ${this.sessions.length > 0}`;
        if (!isNew && !this.show && this.place.querySelector('.nothing')) return;
        this.nothing = `${wanted} ${this.sessions.length > 0}`;
        this.leave();
        this.status.replaceChildren();
        showWorst('idle', 'psstudio');
        if (this.sessions.length > 0) {
            this.place.replaceChildren(element('section', { class: 'nothing' }, element('h1', {}, 'This session is not running'),
                element('p', {}, foreign(shortened(wanted, 100)), ' has ended, or was never there. Choose one of the list.')));
            return;
        }
        this.place.replaceChildren(element('section', { class: 'nothing' }, element('h1', {}, 'Nothing is running'),
            element('p', {}, 'Start a session, and it appears here:'),
            element('pre', { class: 'panel' }, 'psstudio start --control auto --video coded: --out show.mp4'), scenarioList(this.server)));
    }
}

/** The part of the page's address that names a session. */
function addressOf(id) { return `#/${encodeURIComponent(id)}`; }

const studio = new Studio();

// The control page: the list of sessions, or one of them. A single session opens at once.

class Studio {
    constructor() {
        this.main = document.querySelector('main');
        this.banner = element('div', { class: 'banner', role: 'alert' });
        this.list = element('ul', {});
        this.heading = element('h2', {});
        this.nav = element('nav', { class: 'sessions', 'aria-label': 'Sessions' }, this.heading, this.list);
        this.place = element('div', {});
        this.main.append(this.banner, this.nav, this.place);
        this.server = new Server((lostAt) => this.showLoss(lostAt));
        this.rules = {};
        this.sessions = [];
        this.known = '';
        addEventListener('hashchange', () => {
            this.server.takeToken();
            this.open();
            this.refresh();
        });
        this.loadRules();
        this.refresh();
        setInterval(() => this.refresh(), 2000);
    }

    showLoss(lostAt) {
        const time = lostAt?.toLocaleTimeString();
        const text = this.show?.isClosed && this.sessions.length <= 1 ? `The server has ended with its session, ${time}.`
            : `The server is gone since ${time}. Sessions go on; this page returns by itself.`;
        this.banner.replaceChildren(...(lostAt ? [text] : []));
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

    async refresh() {
        if (document.hidden) return;
        try {
            this.sessions = (await this.server.request('GET', 'sessions')).items;
        } catch (error) {
            if (error.status === 401) this.showToken();
            return;
        }
        if (this.needsToken) this.showToken(false);
        const key = JSON.stringify(this.sessions.map(({ sessionId }) => sessionId));
        if (key === this.known) return;
        this.known = key;
        this.showSessions();
        this.open();
    }

    showSessions() {
        this.nav.hidden = this.sessions.length <= 1;
        setText(this.heading, counted(this.sessions.length, 'session'));
        this.list.replaceChildren(...this.sessions.map(({ sessionId, program, pid }) => element('li', {},
            element('a', { href: `#/${encodeURIComponent(sessionId)}`, class: 'good' }, element('b', {}, foreign(sessionId)),
                element('div', { class: 'faint' }, foreign(program ?? ''), ` process ${pid}`)))));
    }

    /** Opens the session of the address, or the only one. One that has ended stays until another one is chosen. */
    open() {
        const wanted = decodeURIComponent(location.hash.replace(/^#\/?/, ''));
        const session = this.sessions.find(({ sessionId }) => sessionId === wanted)
            ?? (this.sessions.length === 1 || !this.show ? this.sessions[0] : null);
        for (const link of this.list.querySelectorAll('a')) {
            const isCurrent = session && link.getAttribute('href') === `#/${encodeURIComponent(session.sessionId)}`;
            if (isCurrent) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
        }
        if (!session) return this.show ? undefined : this.showNothing();
        if (this.show?.id === session.sessionId) return;
        this.show?.end();
        this.show = new Show(this.server, session, this.rules);
        this.place.replaceChildren(...this.show.parts);
        this.show.start();
    }

    showNothing() {
        this.place.replaceChildren(element('section', { class: 'nothing' }, element('h1', {}, 'Nothing is running'),
            element('p', {}, 'Start a session, and it appears here:'),
            element('pre', { class: 'panel' }, 'psstudio start --control auto --video coded: --out show.mp4'), scenarioList(this.server)));
    }
}

const studio = new Studio();

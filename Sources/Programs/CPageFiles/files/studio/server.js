// The server of the page: requests with the token, and streams of events that come back by themselves.

/** Why a request was rejected: the code and the detail of a problem of RFC 9457. */
class Refusal extends Error {
    constructor(code, detail, status) {
        super(detail);
        this.code = code;
        this.status = status;
    }
}

class Server {
    /** @param {function(?Date)} changed is called with the time at which the server was lost, and null when it is back. */
    constructor(changed) {
        this.changed = changed;
        this.lostAt = null;
        this.sleepers = new Set();
        // What the token permits; null before the server has said so.
        this.access = null;
        this.takeToken();
    }

    /** The token stands in the address that was opened; it stays in this tab, and out of the history. */
    takeToken() {
        const found = /^#token=([A-Za-z0-9]+)$/.exec(location.hash);
        if (found) {
            sessionStorage.setItem('psstudio-token', found[1]);
            history.replaceState(null, '', location.pathname);
        }
        this.token = sessionStorage.getItem('psstudio-token') ?? '';
        if (found) this.access = null;
        for (const wake of this.sleepers) wake();
    }

    /** Waits so long, or until there is another token. */
    async sleep(milliseconds) {
        let wake;
        const done = new Promise((resolve) => { wake = resolve; });
        const timer = setTimeout(wake, milliseconds);
        this.sleepers.add(wake);
        await done;
        clearTimeout(timer);
        this.sleepers.delete(wake);
    }

    report(isThere) {
        if (isThere === (this.lostAt === null)) return;
        this.lostAt = isThere ? null : new Date();
        this.changed(this.lostAt);
    }

    /** @throws {Refusal} for a problem, and when the server is gone. */
    async response(method, path, body, signal) {
        // Events say who has given a command.
        const headers = { Authorization: `Bearer ${this.token}`, 'Psstudio-Client': 'page' };
        if (body !== undefined) headers['Content-Type'] = 'application/json';
        let answer;
        try {
            answer = await fetch(`/api/v1/${path}`, { method, headers, body: JSON.stringify(body), signal, cache: 'no-store' });
        } catch (error) {
            if (error.name === 'AbortError') throw error;
            this.report(false);
            throw new Refusal('serverGone', 'the server does not answer', 0);
        }
        this.report(true);
        if (answer.ok) return answer;
        const problem = await answer.json().catch(() => ({}));
        throw new Refusal(problem.code ?? 'internal', problem.detail ?? `the server answered ${answer.status}`, answer.status);
    }

    /** Whether the token permits to read only: the page of a display has no actions. */
    get isReading() { return this.access?.access === 'read'; }

    /** Asks what the token permits, unless that is known. */
    async askForAccess() {
        if (this.access) return;
        this.access = await this.request('GET', 'access');
        document.documentElement.classList.toggle('reading', this.isReading);
    }

    async request(method, path, body) { return (await this.response(method, path, body)).json(); }

    /**
     * Follows a stream until it ends or the signal aborts it. A lost connection is tried again after the last event that came.
     *
     * @param {Object} place `last` is the number of the last event that came; it is kept there for a later call.
     * @param {function(string, Object)} receive is called with the kind and the data of each event.
     */
    async follow(path, place, receive, signal) {
        let pause = 500;
        while (!signal.aborted) {
            try {
                const isOver = await this.read(path, place, (kind, data) => {
                    pause = 500;
                    receive(kind, data);
                    return kind === 'ended' || kind === 'lost';
                }, signal);
                if (isOver) return;
            } catch (error) {
                if (signal.aborted) return;
                if (error.code === 'sessionEnded') return receive('ended', {});
                if (error.status === 502) return receive('lost', {});
                if (error.status === 404) return receive('gone', {});
                // A new server has a new token. The session goes on.
                if (error.status === 401) pause = 4000;
                // What has a status was answered: too many streams, a session that is busy.
                if (error.status === undefined) this.report(false);
            }
            if (!signal.aborted) await this.sleep(pause);
            pause = Math.min(pause * 1.5, 4000);
        }
    }

    /**
     * Reads a stream to its end, or until `receive` returns true.
     *
     * @returns {boolean} whether it did.
     */
    async read(path, place, receive, signal) {
        const watch = new AbortController(), abort = () => watch.abort();
        signal.addEventListener('abort', abort);
        // The server sends a comment every 15 seconds.
        let timer = setTimeout(abort, 20000);
        try {
            const headers = { Authorization: `Bearer ${this.token}`, ...(place.last === null ? {} : { 'Last-Event-ID': place.last }) };
            const answer = await fetch(`/api/v1/${path}`, { headers, signal: watch.signal, cache: 'no-store' });
            if (!answer.ok) {
                const problem = await answer.json().catch(() => ({}));
                throw new Refusal(problem.code, problem.detail ?? '', answer.status);
            }
            this.report(true);
            const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
            const parser = new EventParser();
            for (;;) {
                const { value, done } = await reader.read();
                if (done) return false;
                clearTimeout(timer);
                timer = setTimeout(abort, 20000);
                for (const { id, kind, data } of parser.add(value)) {
                    if (id) place.last = id;
                    if (receive(kind, JSON.parse(data))) return true;
                }
            }
        } finally {
            clearTimeout(timer);
            signal.removeEventListener('abort', abort);
            // Nothing keeps the connection, which other requests need.
            watch.abort();
        }
    }
}

/**
 * Whether somebody looks at the page: it is not hidden, and not kept for the way back. Browsers allow six connections to a
 * server for all their pages, so only a page at which somebody looks has any.
 *
 * @param {function(boolean)} changed is called when that changes.
 */
function watchPresence(changed) {
    let isAway = false, was = !document.hidden;
    const update = () => {
        const is = !document.hidden && !isAway;
        if (is !== was) changed(was = is);
    };
    document.addEventListener('visibilitychange', update);
    addEventListener('pagehide', () => { isAway = true; update(); });
    addEventListener('pageshow', () => { isAway = false; update(); });
}

/** Server-sent events from pieces of text. */
class EventParser {
    constructor() {
        this.rest = '';
        this.fields = {};
    }

    add(text) {
        const lines = (this.rest + text).split('\n'), events = [];
        this.rest = lines.pop();
        for (const line of lines) {
            if (line === '') {
                if (this.fields.data !== undefined) {
                    events.push({ id: this.fields.id, kind: this.fields.event ?? 'message', data: this.fields.data });
                }
                this.fields = {};
                continue;
            }
            const colon = line.indexOf(':');
            if (colon < 1) continue;
            const name = line.slice(0, colon), value = line.slice(colon + 1).replace(/^ /, '');
            this.fields[name] = name === 'data' && this.fields.data !== undefined ? `${this.fields.data}\n${value}` : value;
        }
        return events;
    }
}

// One session: what it is and does, from its snapshot, its events and the measurements of the monitor.

/** Where the client is in its meeting, when that is not simply inside. */
const meetingPlaces = {
    connecting: 'joins the meeting', waitingForHost: 'waits for the host', inWaitingRoom: 'in the waiting room',
    reconnecting: 'connection lost', joinedBreakoutRoom: 'in a breakout room', disconnecting: 'leaves the meeting',
    failed: 'meeting failed', ended: 'meeting ended',
};

/** What an item of the snapshot and the event of the same have in common. */
function signOf({ rule, key, name }) { return rule ?? `${key} ${name}`; }

class Show {
    /** @param {function()} changed is called when the session has ended. */
    constructor(server, session, rules, changed) {
        [this.server, this.session, this.id, this.rules, this.changed] = [server, session, session.sessionId, rules, changed];
        this.path = `sessions/${encodeURIComponent(this.id)}`;
        this.place = { last: null };
        // What waits for the next frame, and the number of the last event.
        [this.items, this.waiting, this.sequence] = [[], [], 0];
        [this.states, this.failures, this.nextTries] = [new Map(), new Map(), new Map()];
        this.state = element('span', { class: 'chip', role: 'status', 'aria-label': 'State' });
        this.meeting = element('span', { class: 'chip warn', role: 'status', 'aria-label': 'Meeting', hidden: true });
        this.silence = element('span', { class: 'silence', role: 'status' });
        this.reason = element('p', { class: 'reason' });
        this.timecode = element('span', { class: 'timecode number', 'aria-label': 'Timecode' }, '00:00:00');
        const send = (command) => this.send(command);
        this.monitor = new Monitor(server, this.path, ({ time }) => this.hear(time));
        this.outputs = new Outputs(send);
        this.participants = new Participants(send);
        const choose = (index, reveals = true) => this.choose(index, reveals);
        this.timeLine = new TimeLine({ items: this.items, duration: 0, name: this.id, choose });
        this.log = new Log({ items: [], choose, wallClock: (time) => this.wallClock(time) });
        this.chosen = new ChosenEvent(rules);
        this.parts = [this.head(session), element('div', { class: 'show' },
            element('div', { class: 'column' }, this.monitor.box, this.outputs.box),
            element('div', { class: 'column' }, this.participants.box, actionPanel(send, server, () => this.situation()))),
        element('section', { 'aria-label': 'Time line' }, this.timeLine.tools, this.timeLine.box, keyHelp()), this.chosen.box,
        this.log.box];
    }

    get picture() { return this.monitor.picture; }

    head({ program, pid }) {
        const place = refusalPlace();
        const stop = actionButton('Stop session', () => this.server.request('DELETE', this.path), place, { isFinal: true });
        return element('div', { class: 'session-head' }, element('h1', { class: 'cut' }, foreign(this.id)), this.state, this.meeting,
            this.silence, this.timecode, stop, place, element('dl', { class: 'facts' },
                ...[['program', program], ['process', pid]].map(([name, text]) =>
                    element('div', {}, element('dt', {}, name), element('dd', { class: 'number' }, foreign(text ?? '–'))))),
            this.reason);
    }

    /** Follows the session while somebody looks; later after the last event that came. */
    setPresent(isPresent) {
        this.stopper?.abort();
        this.timers?.forEach(clearInterval);
        if (!isPresent || this.isOver) return;
        this.stopper = new AbortController();
        const { signal } = this.stopper;
        this.heardAt = performance.now();
        this.server.follow(`${this.path}/events?earlier=true`, this.place, (kind, data) => this.receive(kind, data), signal);
        this.monitor.follow(signal);
        this.timers = [setInterval(() => this.refresh(), 1000), setInterval(() => this.tick(), 200)];
    }

    end() {
        this.setPresent(false);
        this.monitor.end();
    }

    /** Performs a command; the snapshot shows what it did. */
    async send(command) {
        const answer = await this.server.request('POST', `${this.path}/commands`, command);
        this.refresh();
        return answer;
    }

    /** Where session and meeting are, for what is refused there. */
    situation() {
        const place = meetingPlaces[this.meetingStatus];
        return `the session is ${this.snapshot?.state ?? 'not known'}${place ? ` (${place})` : ''}`
            + (this.snapshot?.isSlateOnAir ? ', and a slate is on air' : '');
    }

    // What comes from the session.

    receive(kind, data) {
        switch (kind) {
        case 'snapshot':
            this.showSnapshot(data);
            // Earlier events follow at once.
            this.base = data;
            clearTimeout(this.settling);
            this.settling = setTimeout(() => this.settle(), 300);
            return;
        case 'earlier':
            this.take(data.event, data.secondsAgo);
            if (this.settling && this.sequence >= this.base.sequence) this.settle();
            return;
        case 'event':
            if (this.settling && data.sequence > this.base.sequence) this.settle();
            return this.take(data);
        case 'missed': return this.refresh();
        case 'ended': return this.showEnd('The session has ended.');
        case 'lost': return this.showEnd('The session was killed or has crashed.');
        }
    }

    /** The next event. After a gap, the server sends some again. */
    take(event, secondsAgo = 0) {
        if (event.sequence <= this.sequence) return;
        this.hear(event.time + secondsAgo);
        if (event.sequence > this.sequence + 1) this.markGap(event.sequence - 1, event.time);
        this.sequence = event.sequence;
        this.note(event);
        const made = itemOfEvent(event);
        this.settleTimes(made.time);
        const isFilled = this.filled && performance.now() - this.filled.at < 2000 && this.filled.signs.delete(signOf(made));
        if (!isFilled) this.queue(made);
        if (Object.keys(event.event)[0] !== 'dropped') this.isStale = true;
    }

    /** What has no time of its own is not later than an event that follows it. */
    settleTimes(time) {
        for (const list of [this.waiting, this.items]) {
            for (let at = list.length - 1; at >= 0 && (list[at].isGap || list[at].isKnown) && list[at].time > time; at -= 1) {
                list[at].time = list[at].until = time;
            }
        }
    }

    /** Says that events up to a number were not seen. */
    markGap(last, time) {
        const first = this.sequence + 1, start = this.waiting.at(-1) ?? this.items.at(-1);
        const which = first === last ? `event ${first}` : `events ${first} to ${last}`;
        this.queue(item('notes', time, 'not seen', `${which}, ${start ? `after ${timeText(start.time)}` : `before ${timeText(time)}`}`,
            { level: 'warn', isGap: true }));
    }

    /** All earlier events are there that the server has. What they have not told and the snapshot knows gets its place. */
    settle() {
        clearTimeout(this.settling);
        this.settling = null;
        const now = this.time();
        if (this.base.sequence > this.sequence) {
            this.markGap(this.base.sequence, now);
            this.sequence = this.base.sequence;
        }
        this.fill(this.waiting.findLastIndex(({ isGap }) => isGap), now);
        this.draw();
    }

    /** What no event has told began in the gap, or before all events; what has changed since the last event stands at the end. */
    fill(gap, now) {
        const told = new Set([...this.items, ...this.waiting].map(({ rule }) => rule));
        const { time } = this.waiting[gap] ?? this.waiting[0] ?? { time: now };
        const outputs = this.base.outputs.filter(({ isRemoved }) => !isRemoved);
        const states = [stateItem(time, 'session', this.base.state, {}), ...outputs.map((one) =>
            outputItem(time, one.output, one.state, { ...one, address: one.destination }))];
        const made = [...this.base.violations.filter(({ rule }) => !told.has(rule)).map((one) => violationItem(time, { ...one, isRefusal: true })),
            ...states.filter(({ key }) => !this.states.has(key))];
        const changed = states.filter(({ key, name }) => this.states.has(key) && this.states.get(key) !== name);
        this.waiting.splice(gap + 1, 0, ...made.map((one) => ({ ...one, isKnown: true })));
        for (const one of changed) this.waiting.push({ ...one, time: now, until: now, isKnown: true });
        // The snapshot may be newer than the events before it.
        this.filled = { at: performance.now(), signs: new Set([...made, ...changed].map(signOf)) };
        for (const { key, name } of states) this.states.set(key, name);
    }

    queue(made) {
        this.waiting.push(made);
        // A page that is not drawn keeps no more than one that is.
        if (this.waiting.length > 2 * TimeLine.limit) this.waiting.splice(0, TimeLine.limit);
        this.draw();
    }

    /** Items are shown once a frame, however many come. */
    draw() {
        if (this.settling) return;
        this.frame ??= requestAnimationFrame(() => {
            this.frame = null;
            const items = this.waiting.splice(0).slice(-TimeLine.limit);
            this.timeLine.append(items, this.time());
            this.log.append(items);
            if (this.snapshot) this.showCounts(this.snapshot.violations);
            if (this.isStale) this.refresh();
            this.isStale = false;
        });
    }

    /** What only events say: why it ended, where the client is, and when the next attempt of an output is. */
    note({ time, event }) {
        if (event.failed) this.failures.set(event.failed.failure.code, event.failed.failure);
        if (event.sessionChanged) this.states.set('session', event.sessionChanged.state);
        if (event.stopped) {
            this.stopReason = event.stopped.reason;
            this.states.set('session', 'stopped');
            this.monitor.isIdle = true;
        }
        if (event.meetingStatusChanged) this.showMeeting(event.meetingStatusChanged.status);
        if (event.outputAdded) this.states.set(`output ${event.outputAdded.output}`, 'added');
        const { output, change } = event.outputChanged ?? {};
        if (!change) return;
        this.states.set(`output ${output}`, change.state);
        this.nextTries.set(output, change.delay ? this.wallClock(time).getTime() + change.delay * 1000 : null);
    }

    showMeeting(status) {
        this.meetingStatus = status;
        setText(this.meeting, meetingPlaces[status] ?? '');
        this.meeting.hidden = !meetingPlaces[status];
    }

    /** Asks for the snapshot, at most one at a time. */
    async refresh() {
        if (this.isRefreshing || this.isOver || this.stopReason || this.stopper?.signal.aborted) return;
        this.isRefreshing = true;
        try {
            const snapshot = await this.server.request('GET', this.path);
            if (!this.isOver) this.showSnapshot(snapshot);
        } catch (error) {
            if (['sessionEnded', 'sessionLost'].includes(error.code)) this.showEnd(`The session is over: ${error.message}.`);
        } finally {
            this.isRefreshing = false;
        }
    }

    showSnapshot(snapshot) {
        this.snapshot = snapshot;
        this.heardAt = performance.now();
        this.monitor.isIdle = ['stopping', 'finishing', 'finished'].includes(snapshot.state);
        setText(this.state, snapshot.isSlateOnAir ? `${snapshot.state}, slate on air` : snapshot.state);
        this.state.className = `chip ${snapshot.isSlateOnAir ? 'warn' : fills[snapshot.state] ?? 'busy'}`;
        if (snapshot.stopReason) this.showReason(snapshot.stopReason);
        this.outputs.show(snapshot.outputs.map((output) => ({ ...output, nextTry: this.nextTries.get(output.output) })));
        this.participants.show(snapshot.participants);
        this.showCounts(snapshot.violations);
    }

    /** An event tells the first violation of a rule; the snapshot has their number. */
    showCounts(violations) {
        const counts = new Map(violations.map(({ rule, count }) => [rule, count]));
        let hasChanged = false;
        for (const made of this.items) {
            const count = made.lane === 'violations' ? counts.get(made.rule) ?? made.count : made.count;
            if (count === made.count) continue;
            [made.count, hasChanged] = [count, true];
        }
        if (!hasChanged) return;
        this.timeLine.update();
        this.log.update();
        const chosen = this.items[this.timeLine.chosen];
        if (chosen?.lane === 'violations') this.chosen.show(chosen);
    }

    /** The reason with its own message, and that the right to send was lost, whatever came before. */
    showReason(reason) {
        const code = reason.replace(/^error:/, ''), own = this.failures.get(code)?.message;
        const refused = [...this.failures.values()].filter((one) => one.category === 'refused' && one.code !== code);
        const message = own ?? (this.failures.size === 0 ? this.snapshot?.error?.message : null);
        setText(this.reason, visible(`It ended: ${[reason, message, ...refused.map((one) => `${one.code}: ${one.message}`)].filter(Boolean).join('; ')}`));
    }

    showEnd(text) {
        if (this.isOver) return;
        this.isOver = true;
        if (this.settling) this.settle();
        this.setPresent(false);
        this.monitor.meters.clear();
        for (const [number, card] of this.outputs.cards) card.end(this.states.get(`output ${number}`));
        for (const part of this.parts) {
            for (const button of part.querySelectorAll('.column .command, .session-head .command')) {
                if (!button.closest('.scenarios')) button.dataset.over = '';
            }
            for (const input of part.querySelectorAll('.line input')) input.disabled = true;
        }
        for (const button of this.parts.flatMap((part) => [...part.querySelectorAll('[data-over]')])) setEnabled(button, false);
        if (this.stopReason) this.showReason(this.stopReason);
        else if (!this.reason.textContent) setText(this.reason, visible(text));
        setText(this.state, 'ended');
        this.state.className = 'chip idle';
        setText(this.silence, '');
        this.changed();
    }

    /** Why it ended, and how often rules were broken. */
    get summary() {
        const count = (this.snapshot?.violations ?? []).reduce((sum, one) => sum + one.count, 0);
        return [this.isOver ? this.stopReason ?? 'ended' : this.snapshot?.state, count ? counted(count, 'violation') : ''].filter(Boolean).join(', ');
    }

    // Time.

    /** Something came at a time of the session. The least delay is the best measurement of its clock. */
    hear(time) {
        this.heardAt = performance.now();
        const offset = Date.now() - time * 1000;
        if (this.offset === undefined || offset < this.offset) this.offset = offset;
    }

    /** The session's time now, in seconds. */
    time() { return this.offset === undefined ? 0 : Math.max(0, (Date.now() - this.offset) / 1000); }

    /** The viewer's time at a time of the session. */
    wallClock(time) { return new Date((this.offset ?? Date.now()) + time * 1000); }

    tick() {
        const silent = Math.floor((performance.now() - this.heardAt) / 1000);
        setText(this.silence, silent < 4 ? '' : 'does not answer');
        if (silent >= 4) return;
        const whole = Math.floor(this.time()), pad = (number) => String(number).padStart(2, '0');
        setText(this.timecode, [whole / 3600, whole / 60 % 60, whole % 60].map((part) => pad(Math.floor(part))).join(':'));
        this.timeLine.extend(this.time());
        for (const [output, time] of this.nextTries) this.outputs.cards.get(output)?.nextTry(time);
    }

    choose(index, reveals) {
        this.timeLine.select(index, reveals);
        this.log.select(index);
        this.chosen.show(this.timeLine.items[index]);
    }
}

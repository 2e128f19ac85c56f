// One session: what it is and does, from its snapshot, its events and the measurements of the monitor.

/** What an item of the snapshot and the event of the same have in common. */
function signOf({ rule, key, name }) { return rule ?? `${key} ${name}`; }

class Show {
    /** The seconds without an answer after which what is known is the past. */
    static patience = 2.8;

    /** @param {function()} changed is called when the session has ended. */
    constructor(server, session, rules, changed) {
        [this.server, this.session, this.id, this.rules, this.changed] = [server, session, session.sessionId, rules, changed];
        this.path = `sessions/${encodeURIComponent(this.id)}`;
        [this.place, this.heardAt] = [{ last: null }, performance.now()];
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
        this.controls = new MainControls(send, () => this.server.request('DELETE', this.path),
            (key) => this.watch.log.expect(key, Date.now()));
        this.watch = new Watch(this, this.controls.parts, this.controls.place);
        this.actions = new ActionPanel(send, server, () => this.situation());
        const choose = (index, reveals = true) => this.choose(index, reveals);
        this.timeLine = new TimeLine({ items: this.items, duration: 0, name: this.id, choose });
        this.log = new Log({ items: [], choose, wallClock: (time) => this.wallClock(time) });
        this.chosen = new ChosenEvent(rules);
        this.parts = [this.head(session), element('div', { class: 'show' },
            element('div', { class: 'column' }, this.monitor.box, this.outputs.box),
            element('div', { class: 'column' }, this.actions.box, this.participants.box, this.watch.list.box)),
        element('section', { 'aria-label': 'Time line' }, this.timeLine.tools, this.timeLine.box, keyHelp()), this.chosen.box,
        this.log.box];
    }

    /** What is always in sight. */
    get status() { return this.watch.line.box; }

    /** Seconds since the session was last heard. */
    get silentFor() { return (performance.now() - this.heardAt) / 1000; }

    key(event) { if (this.watch.hasKeys && !this.isOver) this.controls.key(event); }

    get picture() { return this.monitor.picture; }

    head({ program, pid }) {
        return element('div', { class: 'session-head' }, element('h1', { class: 'cut' }, foreign(this.id)), this.state, this.meeting,
            this.silence, this.timecode, element('dl', { class: 'facts' },
                ...[['program', program], ['process', pid]].map(([name, text]) =>
                    element('div', {}, element('dt', {}, name), element('dd', { class: 'number' }, foreign(text ?? '–'))))),
            this.reason);
    }

    /** Follows the session while somebody looks; later after the last event that came. */
    setPresent(isPresent) {
        this.isPresent = isPresent;
        this.stop();
        if (this.isOver) return this.update();
        // Nothing is asked for, so nothing is known.
        if (!isPresent) return showWorst('idle', '○ paused while hidden – psstudio');
        this.stopper = new AbortController();
        const { signal } = this.stopper;
        this.heardAt = performance.now();
        this.watch.growth.counters.clear();
        this.server.follow(`${this.path}/events?earlier=true`, this.place, (kind, data) => this.receive(kind, data), signal);
        this.monitor.follow(signal);
        this.timers = [setInterval(() => this.refresh(), 1000), setInterval(() => this.tick(), 200)];
    }

    stop() {
        this.stopper?.abort();
        this.timers?.forEach(clearInterval);
    }

    end() {
        this.isPresent = false;
        this.stop();
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
        const place = words.meeting[this.watch.place.status];
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
        case 'lost':
            this.isKilled = !this.stopReason;
            return this.showEnd('The session was killed or has crashed.');
        case 'gone':
            this.isUnseen = !this.stopReason;
            return this.showEnd('The session is gone. Its end was not seen.');
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

    /** What events say at once: why it ended, where the client is, and when the next attempt of an output is. */
    note({ time, event, sequence }) {
        this.watch.note(event, sequence);
        if (event.failed) this.failures.set(event.failed.failure.code, event.failed.failure);
        if (event.sessionChanged) this.states.set('session', event.sessionChanged.state);
        if (event.stopped) {
            this.stopReason = event.stopped.reason;
            this.states.set('session', 'stopped');
            this.monitor.isIdle = true;
        }
        if (event.commandPerformed) this.actions.showLatest(event.commandPerformed, this.wallClock(time));
        if (event.outputAdded) this.states.set(`output ${event.outputAdded.output}`, 'added');
        const { output, change } = event.outputChanged ?? {};
        if (!change) return;
        this.states.set(`output ${output}`, change.state);
        this.nextTries.set(output, change.delay ? this.wallClock(time).getTime() + change.delay * 1000 : null);
    }

    /** Asks for the snapshot, at most one at a time. */
    async refresh() {
        if (this.isRefreshing || this.isOver || this.stopReason || this.stopper?.signal.aborted) return;
        this.isRefreshing = true;
        try {
            const snapshot = await this.server.request('GET', this.path);
            if (snapshot.state === 'ended') this.receive(snapshot.ending);
            else if (!this.isOver) this.showSnapshot(snapshot);
        } catch {
            // The stream of events says what has happened to session or server.
        } finally {
            this.isRefreshing = false;
        }
    }

    showSnapshot(snapshot) {
        this.snapshot = snapshot;
        this.heardAt = performance.now();
        this.monitor.isIdle = ['stopping', 'finishing', 'finished'].includes(snapshot.state);
        if (snapshot.stopReason) this.showReason(snapshot.stopReason);
        this.watch.know(snapshot);
        this.noteTries(snapshot.outputs);
        this.outputs.show(snapshot.outputs.map((output) => ({ ...output, nextTry: this.nextTries.get(output.output) })));
        this.participants.show(snapshot.participants);
        this.showCounts(snapshot.violations);
        this.monitor.meters.setAudio(snapshot.programAudio);
        this.watch.count(snapshot);
        this.update();
    }

    /** When outputs try again, as far as no event has told it: that is the same time, and does not jump. */
    noteTries(outputs) {
        for (const { output, secondsToAttempt } of outputs) {
            if (!Number.isFinite(secondsToAttempt)) continue;
            const time = Date.now() + secondsToAttempt * 1000, known = this.nextTries.get(output) ?? -Infinity;
            if (Math.abs(known - time) > 1500) this.nextTries.set(output, time);
        }
    }

    /** Shows what is wrong, what may be done, and how old it is. */
    update() {
        const facts = this.watch.update(), { snapshot } = facts, place = words.meeting[facts.place.status] ?? '';
        const isOld = isPast(facts);
        for (const part of [this.controls, this.outputs, this.actions]) part.update(facts);
        const age = isOld && !facts.isOver ? facts.silentFor : null;
        this.monitor.showSilence(age);
        this.participants.showAge(age);
        this.timecode.classList.toggle('faint', isOld);
        setText(this.meeting, place);
        this.meeting.hidden = !place || isOld;
        if (this.isOver || !snapshot) return;
        const text = snapshot.isSlateOnAir ? `${snapshot.state}, slate on air` : snapshot.state;
        setText(this.state, isOld ? `was ${text}` : text);
        const level = snapshot.isSlateOnAir ? 'warn' : fills[snapshot.state] ?? 'busy';
        this.state.className = `chip ${isOld ? 'idle' : level}`;
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
        const parts = [stopText(reason), message, ...refused.map((one) => one.message)].filter(Boolean);
        setText(this.reason, visible(`It ended: ${[...new Set(parts)].join('; ')}`));
    }

    showEnd(text) {
        if (this.isOver) return;
        this.isOver = true;
        this.unknownSince = new Date(Date.now() - this.silentFor * 1000).toLocaleTimeString();
        if (this.settling) this.settle();
        // Events may be newer than the last snapshot.
        for (const output of this.snapshot?.outputs ?? []) {
            output.state = this.states.get(`output ${output.output}`) ?? output.state;
        }
        this.outputs.show(this.snapshot?.outputs ?? []);
        this.stop();
        this.monitor.meters.clear();
        for (const button of this.parts.flatMap((part) => [...part.querySelectorAll('.column .command')])) {
            if (!button.closest('.scenarios')) setUsable(button, 'the session has ended');
        }
        const fields = this.parts.flatMap((part) => [...part.querySelectorAll('.line :is(input, select)')]);
        for (const field of fields) field.disabled = true;
        if (this.stopReason) this.showReason(this.stopReason);
        else if (!this.reason.textContent) setText(this.reason, visible(text));
        setText(this.state, 'ended');
        this.state.className = 'chip idle';
        setText(this.silence, '');
        this.update();
        this.changed();
    }

    /** What the server remembers of the process, and this page has not seen. */
    showResult({ exitCode, message }) {
        const known = this.reason.textContent;
        const parts = [exitText(exitCode), message].filter((text) => text && !known.includes(text));
        if (parts.length > 0) setText(this.reason, visible([known, ...parts].filter(Boolean).join('; ')));
    }

    /** Why it ended, and how often rules were broken. */
    get summary() {
        const count = (this.snapshot?.violations ?? []).reduce((sum, one) => sum + one.count, 0);
        const state = this.isOver ? endText(this.watch.facts()) : this.snapshot?.state;
        return [state, count ? counted(count, 'violation') : ''].filter(Boolean).join(', ');
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
        const isSilent = this.silentFor >= Show.patience;
        setText(this.silence, isSilent ? 'does not answer' : '');
        this.update();
        if (isSilent) return;
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

// One running session: picture, meters, timecode, outputs, participants, actions, time line and log.

class Show {
    constructor(server, session, rules) {
        [this.server, this.id, this.rules] = [server, session.sessionId, rules];
        this.path = `sessions/${encodeURIComponent(this.id)}`;
        this.stopper = new AbortController();
        this.items = [];
        this.state = element('span', { class: 'chip', role: 'status', 'aria-label': 'State' });
        this.reason = element('p', { class: 'reason' });
        this.timecode = element('span', { class: 'timecode number', 'aria-label': 'Timecode' }, '00:00:00');
        this.picture = element('img', { class: 'picture', alt: 'What the session sends', width: 640, height: 360 });
        this.noPicture = element('p', { class: 'no-picture faint' }, 'No picture yet');
        this.meters = new Meters();
        const send = (command) => this.send(command);
        this.outputs = new Outputs(send);
        this.participants = new Participants(send);
        this.actions = actionPanel(send, server);
        const choose = (index, reveals = true) => this.choose(index, reveals);
        this.timeLine = new TimeLine({ items: this.items, duration: 0, name: this.id, choose });
        this.log = new Log({ items: [], choose, wallClock: (time) => this.wallClock(time) });
        this.chosen = new ChosenEvent(rules);
        this.stopPlace = refusalPlace();
        this.parts = [this.head(session), element('div', { class: 'show' },
            element('section', { class: 'monitor', 'aria-label': 'Monitor' }, element('div', { class: 'screen panel' }, this.picture,
                this.noPicture), this.meters.box),
            this.outputs.box, this.participants.box, this.actions),
        element('section', { 'aria-label': 'Time line' }, this.timeLine.tools, this.timeLine.box, keyHelp()), this.chosen.box,
        this.log.box];
    }

    head({ program, pid }) {
        const stop = actionButton('Stop session', () => this.server.request('DELETE', this.path), this.stopPlace, { isFinal: true });
        return element('div', { class: 'session-head' }, element('h1', { class: 'cut' }, foreign(this.id)), this.state, this.timecode,
            stop, this.stopPlace, element('dl', { class: 'facts' },
                ...[['program', program], ['process', pid]].map(([name, text]) =>
                    element('div', {}, element('dt', {}, name), element('dd', { class: 'number' }, foreign(text ?? '–'))))),
            this.reason);
    }

    /** Begins to follow the session. */
    start() {
        const { signal } = this.stopper;
        this.server.follow(`${this.path}/events?earlier=true`, (kind, data) => this.receive(kind, data), signal);
        this.server.follow(`${this.path}/levels`, (kind, data) => { if (kind === 'levels') this.showLevels(data); }, signal);
        this.timers = [setInterval(() => this.refresh(), 1000), setInterval(() => this.tick(), 200)];
        this.timeLine.fit();
        this.showPictures(signal);
    }

    end() {
        this.stopper.abort();
        this.timers?.forEach(clearInterval);
        if (this.picture.src) URL.revokeObjectURL(this.picture.src);
    }

    /** Performs a command; the snapshot shows what it did. */
    async send(command) {
        const answer = await this.server.request('POST', `${this.path}/commands`, command);
        this.refresh();
        return answer;
    }

    // What comes from the session.

    receive(kind, data) {
        switch (kind) {
        case 'snapshot': return this.showSnapshot(data);
        case 'event':
            this.note(data);
            return this.queue(data);
        case 'earlier':
            this.note(data.event);
            return this.queue(data.event, data.secondsAgo);
        case 'missed': return this.refresh();
        case 'ended': return this.showEnd('The session has ended.');
        case 'lost': return this.showEnd('The session was killed or has crashed.');
        case 'forbidden': return this.showEnd(data.detail);
        }
    }

    /** Events are shown once a frame, however many come. */
    queue(event, secondsAgo = 0) {
        this.synchronise(event.time + secondsAgo);
        (this.waiting ??= []).push(event);
        this.frame ??= requestAnimationFrame(() => {
            this.frame = null;
            this.add(this.waiting.splice(0));
        });
    }

    add(events) {
        const items = events.map(itemOfEvent);
        this.timeLine.append(items, this.time());
        this.log.append(items);
        if (events.some(({ event }) => Object.keys(event)[0] !== 'dropped')) this.refresh();
    }

    /** What only events say: why it ended, and when the next attempt of an output is. */
    note({ time, event }) {
        if (event.failed) this.failure = event.failed.failure.message;
        if (event.stopped) [this.stopReason, this.isOver] = [event.stopped.reason, true];
        const { output, change } = event.outputChanged ?? {};
        if (!change) return;
        (this.lastStates ??= new Map()).set(output, change.state);
        (this.nextTries ??= new Map()).set(output, change.delay ? this.wallClock(time).getTime() + change.delay * 1000 : null);
    }

    /** Asks for the snapshot, at most one at a time. */
    async refresh() {
        if (this.isRefreshing || this.isOver || document.hidden) return;
        this.isRefreshing = true;
        try {
            const snapshot = await this.server.request('GET', this.path);
            if (!this.isClosed) this.showSnapshot(snapshot);
        } catch (error) {
            if (['sessionEnded', 'sessionLost'].includes(error.code)) this.showEnd(`The session is over: ${error.message}.`);
        } finally {
            this.isRefreshing = false;
        }
    }

    showSnapshot(snapshot) {
        this.snapshot = snapshot;
        setText(this.state, snapshot.isSlateOnAir ? `${snapshot.state}, slate on air` : snapshot.state);
        this.state.className = `chip ${snapshot.isSlateOnAir ? 'warn' : fills[snapshot.state] ?? 'busy'}`;
        if (snapshot.stopReason) this.showReason(snapshot.stopReason, snapshot.error?.message);
        this.outputs.show(snapshot.outputs.map((output) => ({ ...output, nextTry: this.nextTries?.get(output.output) })));
        this.participants.show(snapshot.participants);
    }

    showReason(reason, message) { setText(this.reason, visible(`It ended: ${[reason, message].filter(Boolean).join('; ')}`)); }

    showEnd(text) {
        this.isOver = this.isClosed = true;
        this.timers?.forEach(clearInterval);
        this.meters.clear();
        for (const [output, state] of this.lastStates ?? []) this.outputs.cards.get(output)?.end(state);
        for (const part of this.parts) for (const control of part.querySelectorAll('.command, .line input')) {
            control.dataset.over = '';
            control.disabled = true;
        }
        if (this.stopReason) this.showReason(this.stopReason, this.failure);
        else setText(this.reason, visible(text));
        setText(this.state, 'ended');
        this.state.className = 'chip idle';
    }

    showLevels(levels) {
        this.synchronise(levels.time);
        this.meters.show(levels);
    }

    // Time.

    /** Relates the session's clock to that of the viewer: the least delay is the best measurement. */
    synchronise(time) {
        const offset = Date.now() - time * 1000;
        if (this.offset === undefined || offset < this.offset) this.offset = offset;
    }

    /** The session's time now, in seconds. */
    time() { return this.offset === undefined ? 0 : Math.max(0, (Date.now() - this.offset) / 1000); }

    /** The viewer's time at a time of the session. */
    wallClock(time) { return new Date((this.offset ?? Date.now()) + time * 1000); }

    tick() {
        const whole = Math.floor(this.time()), pad = (number) => String(number).padStart(2, '0');
        setText(this.timecode, [whole / 3600, whole / 60 % 60, whole % 60].map((part) => pad(Math.floor(part))).join(':'));
        this.timeLine.extend(this.time());
        for (const [output, time] of this.nextTries ?? []) this.outputs.cards.get(output)?.nextTry(time);
    }

    // Picture and choice.

    /** Five pictures a second while somebody looks; the next one is asked for when this one is there. */
    async showPictures(signal) {
        while (!signal.aborted && !this.isOver) {
            const start = performance.now();
            if (!document.hidden) await this.showPicture(signal);
            await new Promise((done) => setTimeout(done, Math.max(50, 200 - (performance.now() - start))));
        }
    }

    async showPicture(signal) {
        try {
            const answer = await this.server.response('GET', `${this.path}/preview.jpg`, undefined, signal);
            const old = this.picture.src;
            this.picture.src = URL.createObjectURL(await answer.blob());
            await this.picture.decode();
            if (old) URL.revokeObjectURL(old);
            this.noPicture.hidden = true;
        } catch (error) {
            // The stream of events says what has happened to session or server.
            if (signal.aborted) return;
            await new Promise((done) => setTimeout(done, 1000));
        }
    }

    choose(index, reveals) {
        this.timeLine.select(index, reveals);
        this.log.select(index);
        this.chosen.show(this.timeLine.items[index]);
    }
}

/** Peak and RMS of each channel. The bars move; the numbers change once a second, to the highest peak of that second. */
class Meters {
    constructor() {
        this.box = element('div', { class: 'meters', role: 'group', 'aria-label': 'Audio levels' });
        this.channels = [];
        this.shown = -Infinity;
    }

    show({ peak, rms }) {
        while (this.channels.length < peak.length) this.addChannel();
        const isDue = performance.now() - this.shown > 1000;
        peak.forEach((level, index) => {
            const channel = this.channels[index], { meter, bar, top, text } = channel;
            channel.highest = Math.max(channel.highest, level);
            bar.style.transform = `scaleX(${Meters.share(rms[index])})`;
            top.style.left = `${100 * Meters.share(level)}%`;
            meter.dataset.kind = level > -3 ? 'bad' : level > -12 ? 'warn' : 'good';
            if (!isDue) return;
            const { highest } = channel, words = highest <= -100 ? 'silence' : `${highest.toFixed(0)} dBFS`;
            channel.highest = -Infinity;
            setText(text, words);
            meter.setAttribute('aria-valuenow', Math.max(-60, Math.min(0, highest)).toFixed(0));
            meter.setAttribute('aria-valuetext', words);
        });
        if (isDue) this.shown = performance.now();
    }

    /** Silence, at once: nothing is measured any more. */
    clear() {
        this.shown = -Infinity;
        const none = this.channels.map(() => -100);
        for (const channel of this.channels) channel.highest = -Infinity;
        this.show({ peak: none, rms: none });
    }

    /** 0 at -60 dBFS, 1 at the largest sample. */
    static share(level) { return Math.max(0, Math.min(1, 1 + level / 60)); }

    addChannel() {
        const bar = element('div', { class: 'bar' }), top = element('div', { class: 'top' });
        const text = element('span', { class: 'number faint' }, '–');
        const meter = element('div', { class: 'meter', role: 'meter', 'aria-label': `Channel ${this.channels.length + 1}`,
            'aria-valuemin': -60, 'aria-valuemax': 0, 'aria-valuenow': -60 }, bar, top);
        this.channels.push({ meter, bar, top, text, highest: -Infinity });
        this.box.append(meter, text);
    }
}

/** Who is in the meeting. */
class Participants {
    constructor(send) {
        this.send = send;
        this.rows = new Map();
        this.place = refusalPlace();
        this.list = element('ul', { class: 'participants' });
        const name = element('input', { type: 'text', 'aria-label': 'Name of a new participant', placeholder: 'name' });
        const add = actionButton('Add participant', async () => {
            await send({ addParticipant: { name: name.value || 'Ann', role: 'attendee', isVideoOn: true } });
            name.value = '';
        }, this.place);
        this.box = element('section', { 'aria-label': 'Participants' }, element('h2', {}, 'Participants'), this.place, this.list,
            element('form', { class: 'line', submit: (event) => { event.preventDefault(); add.click(); } }, name, add));
    }

    show(participants) {
        const users = new Set(participants.map(({ user }) => user));
        for (const [user, { row }] of this.rows) {
            if (users.has(user)) continue;
            row.remove();
            this.rows.delete(user);
        }
        for (const participant of participants) {
            if (!this.rows.has(participant.user)) this.add(participant);
            const { facts, video } = this.rows.get(participant.user);
            setText(facts, [participant.role, participant.isMyself ? 'this client' : '', participant.isAudioOn ? 'audio on' : 'no audio'].filter(Boolean).join(', '));
            video.setAttribute('aria-pressed', String(participant.isVideoOn));
            video.isOn = participant.isVideoOn;
        }
    }

    add({ user, name, isMyself }) {
        const facts = element('span', { class: 'faint' }), short = visible(shortened(name, 40));
        const video = actionButton('Video', () => this.send({ setVideo: { user, isOn: !video.isOn } }), this.place,
            { label: `Video of ${short}` });
        const remove = actionButton('Remove', () => this.send({ removeParticipant: { user } }), this.place,
            { isFinal: true, label: `Remove ${short}` });
        const row = element('li', { class: 'panel' }, element('div', { class: 'cut' }, foreign(shortened(name, 300)), ' ', facts),
            element('div', { class: 'line' }, video, isMyself ? null : remove));
        this.list.append(row);
        this.rows.set(user, { row, facts, video });
    }
}

// What is wrong with a show: collects the facts, and shows them in the line below the header and in the list of alarms.

/** Counters that grow while something is wrong. */
class GrowthWatch {
    /** How long after its last step a counter is growing, in milliseconds: the next snapshot comes after a second. */
    static hold = 1600;

    constructor() { this.counters = new Map(); }

    update(values, now) {
        for (const [key, value] of Object.entries(values)) {
            const known = this.counters.get(key);
            if (known && value > known.value) known.grownAt = now;
            if (known) known.value = value;
            else this.counters.set(key, { value, grownAt: -Infinity });
        }
    }

    /** The next value of a counter is its first one. */
    forget(key) { this.counters.delete(key); }

    /** The counters that have grown just now. */
    growing(now) {
        const grown = [...this.counters].filter(([, { grownAt }]) => now - grownAt < GrowthWatch.hold);
        return new Set(grown.map(([key]) => key));
    }
}

class Watch {
    /** @param {Show} show @param {Node[]} controls the main actions @param {Node} place for what is rejected */
    constructor(show, controls, place) {
        this.show = show;
        this.growth = new GrowthWatch();
        this.log = new AlarmLog();
        this.tone = new AlarmTone();
        this.place = { room: null, isConnected: true, status: null };
        // What the host permits, by the command that changes it. The last event that has told place, slate or one of these, and
        // the last one that a snapshot contains which knows them.
        [this.services, this.toldAt, this.knownAt] = [new Map(), 0, 0];
        this.line = new StatusLine(controls, place, () => this.acknowledge());
        const click = () => this.toggleKeys();
        this.keys = element('button', { type: 'button', class: 'toggle keys', 'aria-pressed': 'true', click },
            'Keys M and S ', element('span', { class: 'state' }, 'on'));
        this.list = new AlarmList(this.tone, this.keys, (entries) => this.acknowledge(entries));
    }

    get hasKeys() { return this.keys.getAttribute('aria-pressed') === 'true'; }

    toggleKeys() {
        const isOn = !this.hasKeys;
        this.keys.setAttribute('aria-pressed', String(isOn));
        setText(this.keys.lastChild, isOn ? 'on' : 'off');
    }

    acknowledge(entries = undefined) {
        this.log.acknowledge(Date.now(), entries);
        this.update();
    }

    /** What an event tells before the next snapshot does, and instead of that of an older session. */
    note(event, sequence) {
        if (sequence <= this.knownAt) return;
        const { lockShare, permitRecording } = event.commandPerformed?.command ?? {};
        const { meetingStatusChanged, slateShown, slateEnded } = event;
        if (meetingStatusChanged) this.place = placeAfter(this.place, meetingStatusChanged.status);
        if (slateShown) this.slateReason = slateShown.reason;
        if (slateEnded) this.slateReason = null;
        if (lockShare) this.services.set('lockShare', lockShare.isLocked);
        if (permitRecording) this.services.set('permitRecording', permitRecording.isPermitted);
        if (lockShare || permitRecording || meetingStatusChanged || slateShown || slateEnded) this.toldAt = sequence;
    }

    /** What a snapshot knows, also of the time before the page was opened. One that is older than an event knows less. */
    know(snapshot) {
        if (snapshot.sequence < this.toldAt) return;
        if (snapshot.meetingStatus !== undefined) this.knownAt = snapshot.sequence;
        if (snapshot.meetingStatus) this.place = placeOf(this.place, snapshot);
        if (snapshot.slateReason !== undefined) this.slateReason = snapshot.slateReason;
        const { isShareLocked, isRecordingPermitted } = snapshot;
        if (typeof isShareLocked === 'boolean') this.services.set('lockShare', isShareLocked);
        if (typeof isRecordingPermitted === 'boolean') this.services.set('permitRecording', isRecordingPermitted);
    }

    /** The counters of a snapshot that grow while something is wrong. */
    count(snapshot) {
        const { drops, video, audio } = snapshot;
        if (snapshot.state === 'sending') this.wasSending = true;
        this.growth.update({
            encoder: drops.encoderOverload ?? 0, repeats: snapshot.omittedRepeats,
            rejected: video.refused + audio.refused,
            ...Object.fromEntries(snapshot.outputs.filter(({ state }) => state === 'live').map((one) =>
                [`output ${one.output}`, one.outputSkippedFrames - (one.framesBeforeStart ?? 0)])),
        }, performance.now());
        // What an output loses while it has no connection is the alarm of that connection.
        for (const { state, output } of snapshot.outputs) if (state !== 'live') this.growth.forget(`output ${output}`);
    }

    /** @returns {Facts} */
    facts() {
        const { show } = this, silent = show.isOver || show.stopReason ? 0 : Math.floor(show.silentFor * 10) / 10;
        return {
            snapshot: show.snapshot ?? null, isOver: Boolean(show.isOver), isKilled: Boolean(show.isKilled),
            isUnseen: Boolean(show.isUnseen), services: this.services,
            stopReason: show.stopReason ?? show.snapshot?.stopReason ?? null, unknownSince: show.unknownSince ?? null,
            silentFor: silent >= Show.patience || show.server.lostAt ? silent : 0,
            isServerGone: Boolean(show.server.lostAt) && !show.isOver,
            place: this.place, slateReason: this.slateReason ?? null, wasSending: Boolean(this.wasSending),
            growing: this.growth.growing(performance.now()), nextTries: show.nextTries, now: Date.now(),
            troubled: new Set(this.log.active.map(({ key }) => Number(/^output (\d+)$/.exec(key)?.[1]))),
            levels: new Map(this.log.active.map(({ key, level }) => [key, level])),
            myself: show.snapshot?.participants?.find(({ isMyself }) => isMyself) ?? null,
        };
    }

    update() {
        const facts = this.facts(), alarms = alarmsOf(facts), isOld = facts.silentFor > 0 || facts.isServerGone;
        // What has grown meanwhile is not growing now.
        if (isOld) this.growth.counters.clear();
        this.log.update(alarms, Date.now(), !isOld);
        const { open } = this.log;
        this.list.show(this.log.entries);
        this.line.show(chipsOf(facts), alarms, open, isOld);
        this.tone.update(open);
        if (this.show.isPresent) showWorst(worstOf(alarms, facts), titleOf(alarms, facts));
        return facts;
    }
}

// The alarms of a show: those of now, those of before, and a tone for those that nobody has acknowledged.

/** @typedef {Object} Entry an alarm with its times; `until` is null while it lasts, `isOwn` if this page caused it. */

/** The alarms from the first to the last. It has no elements and no clock. */
class AlarmLog {
    /** The largest number of entries, and the milliseconds within which an alarm that returns is the same one. */
    static limit = 200;
    static pause = 3000;

    constructor() {
        this.entries = [];
        this.expected = new Map();
    }

    /** Alarms that this page is about to cause need no tone. */
    expect(key, now) { this.expected.set(key, now + 5000); }

    /**
     * @param {Alarm[]} alarms those of now
     * @param {boolean} isKnown whether the others have ended; without news, nobody knows.
     * @returns {boolean} whether an entry has begun, changed or ended.
     */
    update(alarms, now, isKnown = true) {
        const keys = new Map(alarms.map((alarm) => [alarm.key, alarm]));
        let hasChanged = false;
        for (const entry of this.active) {
            const alarm = keys.get(entry.key);
            keys.delete(entry.key);
            if (!alarm && isKnown) [entry.until, hasChanged] = [now, true];
            if (!alarm || alarm.text === entry.text && alarm.level === entry.level) continue;
            // What gets worse is a new reason to look.
            if (alarm.level === 'bad' && entry.level === 'warn') entry.acknowledged = null;
            [entry.text, entry.level, hasChanged] = [alarm.text, alarm.level, true];
        }
        for (const alarm of keys.values()) {
            this.begin(alarm, now);
            hasChanged = true;
        }
        return hasChanged;
    }

    begin({ key, level, text }, now) {
        const last = this.entries.findLast((entry) => entry.key === key);
        if (last?.until && now - last.until < AlarmLog.pause && last.text === text) {
            last.until = null;
            return;
        }
        const isOwn = (this.expected.get(key) ?? 0) > now;
        this.entries.push({ key, level, text, from: now, until: null, acknowledged: isOwn ? now : null, isOwn });
        if (this.entries.length > AlarmLog.limit) this.entries.shift();
    }

    get active() { return this.entries.filter(({ until }) => until === null); }

    get open() { return this.active.filter(({ acknowledged }) => acknowledged === null); }

    acknowledge(now, entries = this.open) {
        for (const entry of entries) entry.acknowledged ??= now;
    }
}

/** Two short tones, each ten seconds as long as an alarm is open. It is off until somebody switches it on. */
class AlarmTone {
    constructor() {
        this.isOn = false;
        const click = () => this.toggle();
        this.button = element('button', { type: 'button', class: 'toggle', 'aria-pressed': 'false', click },
            'Alarm sound ', element('span', { class: 'state' }, 'off'));
        [this.last, this.known] = [-Infinity, new Set()];
    }

    toggle() {
        this.isOn = !this.isOn;
        this.button.setAttribute('aria-pressed', String(this.isOn));
        setText(this.button.lastChild, this.isOn ? 'on' : 'off');
        // A browser plays nothing before a click; this is one, and lets the operator hear the tone.
        if (this.isOn) this.play();
    }

    /** Plays for entries that nobody has acknowledged: at once for a new one. */
    update(open) {
        const isNew = open.some((entry) => !this.known.has(entry));
        this.known = new Set(open);
        if (this.isOn && open.length > 0 && (isNew || performance.now() - this.last > 10000)) this.play();
    }

    play() {
        this.last = performance.now();
        this.context ??= new AudioContext();
        // Some browsers suspend it until somebody clicks.
        this.context.resume?.();
        for (const [delay, frequency] of [[0, 880], [0.2, 660]]) {
            const tone = this.context.createOscillator(), volume = this.context.createGain();
            const start = this.context.currentTime + delay;
            tone.frequency.value = frequency;
            volume.gain.setValueAtTime(0.2, start);
            volume.gain.exponentialRampToValueAtTime(0.001, start + 0.18);
            tone.connect(volume).connect(this.context.destination);
            tone.start(start);
            tone.stop(start + 0.2);
        }
    }
}

/** The list of all alarms of a show, the latest first. */
class AlarmList {
    /** @param {function(Entry[])} acknowledge acknowledges entries. */
    constructor(tone, keys, acknowledge) {
        this.acknowledge = acknowledge;
        this.rows = new Map();
        this.list = element('ol', { class: 'alarms scrolled', tabindex: '0', 'aria-label': 'Alarms of this show' });
        this.empty = element('p', { class: 'faint' }, 'No alarm so far.');
        this.box = element('section', { 'aria-label': 'Alarms' },
            element('div', { class: 'tools' }, element('h2', {}, 'Alarms'), tone.button, keys), this.empty, this.list);
    }

    show(entries) {
        this.empty.hidden = entries.length > 0;
        this.list.hidden = entries.length === 0;
        for (const [entry, { row }] of this.rows) {
            if (entries.includes(entry)) continue;
            row.remove();
            this.rows.delete(entry);
        }
        for (const entry of entries) {
            if (!this.rows.has(entry)) this.add(entry);
            const { row, times, text, note, button } = this.rows.get(entry);
            const clock = (time) => new Date(time).toLocaleTimeString();
            row.className = entry.until === null ? entry.level : 'idle';
            setText(times, `${clock(entry.from)} – ${entry.until === null ? 'now' : clock(entry.until)}`);
            setText(text, entry.text);
            const acknowledged = entry.acknowledged ? `acknowledged ${clock(entry.acknowledged)}` : '';
            setText(note, entry.isOwn ? 'from this page' : acknowledged);
            button.hidden = entry.acknowledged !== null || entry.until !== null;
        }
    }

    add(entry) {
        const times = element('time', { class: 'faint' }), text = element('b', {});
        const note = element('span', { class: 'faint' });
        const button = element('button', { type: 'button', 'aria-label': `Acknowledge: ${entry.text}`,
            click: () => { this.acknowledge([entry]); this.list.focus(); } }, 'Acknowledge');
        const row = element('li', {}, times, text, note, button);
        this.list.prepend(row);
        this.rows.set(entry, { row, times, text, note, button });
    }
}

// The picture and the meters of a show. Both come by short requests, so that a page holds one connection only.

/** What the session sends, five pictures a second. */
class Monitor {
    /** @param {string} path of the session. @param {function(Object)} measured gets the levels. */
    constructor(server, path, measured) {
        [this.server, this.path, this.measured] = [server, path, measured];
        this.picture = element('img', { class: 'picture', alt: 'What the session sends', width: 640, height: 360 });
        this.noPicture = element('p', { class: 'no-picture faint' }, 'No picture yet');
        this.news = element('p', { class: 'no-news', hidden: true });
        this.meters = new Meters();
        this.box = element('section', { class: 'monitor', 'aria-label': 'Monitor' },
            element('div', { class: 'screen panel' }, this.picture, this.noPicture, this.news),
            this.meters.box);
        this.isIdle = false;
    }

    /** Shows pictures and levels until the signal aborts it; while `isIdle`, neither is asked for. */
    follow(signal) {
        this.repeat(signal, 200, () => this.showPicture(signal));
        this.repeat(signal, 0, () => this.showLevels(signal));
    }

    /** The next request is sent when this one is answered; after a failure, a second later. */
    async repeat(signal, pause, perform) {
        while (!signal.aborted) {
            const start = performance.now();
            let isDone = false;
            try {
                if (!this.isIdle) isDone = await perform();
            } catch {
                // The stream of events says what has happened to session or server.
                if (signal.aborted) return;
            }
            await this.server.sleep(isDone ? Math.max(pause / 4, pause - (performance.now() - start)) : 1000);
        }
    }

    async showPicture(signal) {
        const answer = await this.server.response('GET', `${this.path}/preview.jpg`, undefined, signal);
        const old = this.picture.src;
        this.picture.src = URL.createObjectURL(await answer.blob());
        await this.picture.decode();
        if (old) URL.revokeObjectURL(old);
        this.noPicture.hidden = true;
        return true;
    }

    /** Ten levels in a second; then other requests have their turn. */
    async showLevels(signal) {
        let count = 0;
        return this.server.read(`${this.path}/levels?perSecond=10`, { last: null }, (kind, data) => {
            if (kind !== 'levels') return false;
            this.measured(data);
            this.meters.show(data);
            count += 1;
            return count === 10;
        }, signal);
    }

    /** Without news, picture and levels are those of the past. @param {?number} seconds without news, or null. */
    showSilence(seconds) {
        this.box.classList.toggle('stale', seconds !== null);
        this.news.hidden = seconds === null;
        setText(this.news, seconds === null ? '' : `no news for ${roughly(seconds)}`);
    }

    end() { if (this.picture.src) URL.revokeObjectURL(this.picture.src); }
}

/**
 * Peak and RMS of each channel of the program: the session measures what it accepts, before its volume. The bars move;
 * the numbers change once a second, to the highest peak of that second.
 */
class Meters {
    constructor() {
        this.box = element('div', { class: 'meters', role: 'group', 'aria-label': 'Audio levels' });
        this.channels = [];
        this.audio = { isMuted: false, volumeFactor: 1 };
        this.shown = -Infinity;
    }

    show({ peak, rms }) {
        const { isMuted, volumeFactor } = this.audio, gain = isMuted ? -Infinity : 20 * Math.log10(volumeFactor);
        const heard = (level) => Math.max(-100, Math.min(0, level + gain));
        while (this.channels.length < peak.length) this.addChannel();
        const isDue = performance.now() - this.shown > 1000;
        peak.map(heard).forEach((level, index) => {
            const channel = this.channels[index], { meter, bar, top, text } = channel;
            channel.highest = Math.max(channel.highest, level);
            bar.style.transform = `scaleX(${Meters.share(heard(rms[index]))})`;
            top.style.left = `${100 * Meters.share(level)}%`;
            meter.dataset.kind = level > -3 ? 'bad' : level > -12 ? 'warn' : 'good';
            if (!isDue) return;
            const { highest } = channel, measured = highest <= -100 ? 'silence' : `${highest.toFixed(0)} dBFS`;
            const words = isMuted ? 'muted' : measured;
            channel.highest = -Infinity;
            setText(text, words);
            meter.setAttribute('aria-valuenow', Math.max(-60, Math.min(0, highest)).toFixed(0));
            meter.setAttribute('aria-valuetext', words);
        });
        if (isDue) this.shown = performance.now();
    }

    /** The volume of the program; a change is seen at once. */
    setAudio(audio) {
        if (!audio || audio.isMuted === this.audio.isMuted && audio.volumeFactor === this.audio.volumeFactor) return;
        this.audio = audio;
        this.shown = -Infinity;
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

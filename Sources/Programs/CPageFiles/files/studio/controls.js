// The main actions of a show, in the line that is always in sight, and their keys.

class MainControls {
    /** @param {function(string)} expect is called before a command that raises an alarm, with the alarm's key. */
    constructor(send, stop, expect) {
        this.place = refusalPlace();
        this.mute = new Toggle('Mute', (isMuted) => {
            if (isMuted) expect('muted');
            return send({ setMute: { isMuted } });
        }, this.place, { key: 'M' });
        this.slate = new Toggle('Slate', (isShown) => {
            if (isShown) expect('slate');
            return send(isShown ? { showSlate: {} } : { endSlate: {} });
        }, this.place, { key: 'S' });
        this.stopStudio = actionButton('Stop studio', () => send({ stopStudio: {} }), this.place, { isFinal: true });
        this.stopSession = actionButton('Stop session', stop, this.place, { isFinal: true });
        this.parts = [this.mute.button, this.slate.button, this.stopStudio, this.stopSession];
    }

    update(facts) {
        const { snapshot } = facts, isOnAir = snapshot?.isSlateOnAir ?? null;
        this.mute.show(snapshot?.programAudio?.isMuted ?? null, obstacleTo('setMute', facts));
        this.slate.show(isOnAir, obstacleTo(isOnAir ? 'endSlate' : 'showSlate', facts));
        setUsable(this.stopStudio, obstacleTo('stopStudio', facts));
        setUsable(this.stopSession, obstacleTo('stop', facts));
    }

    /** Presses a button by its key, unless the key is part of a text, a choice or another key. */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
        if (event.target.closest?.('input, select, textarea, [contenteditable]')) return;
        const button = { m: this.mute.button, s: this.slate.button }[event.key.toLowerCase()];
        if (!button) return;
        event.preventDefault();
        button.click();
    }
}

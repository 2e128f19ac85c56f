// Words for the values of the protocol: prose never contains one as it is coded, such as `coHost`.

const words = {
    role: { host: 'host', coHost: 'co-host', attendee: 'attendee', panelist: 'panelist' },
    output: { awaitingReader: 'no reader yet', listening: 'no peer yet' },
    stop: {
        eos: 'it was complete', stopped: 'it was stopped', roleLost: 'the right to send was lost',
        meetingEnded: 'the meeting ended', left: 'the client left the meeting',
    },
    slate: {
        command: 'a command asked for it', stalled: 'the source delivers nothing',
        writerGone: 'the writer of the FIFO has gone', ended: 'the source has ended', failed: 'the source has failed',
    },
    /** Where the client is in its meeting, when that is not simply inside. */
    meeting: {
        connecting: 'joins the meeting', waitingForHost: 'waits for the host', inWaitingRoom: 'in the waiting room',
        reconnecting: 'connection lost', joinedBreakoutRoom: 'in a breakout room', disconnecting: 'leaves the meeting',
        failed: 'meeting failed', ended: 'meeting ended', otherMeetingInProgress: 'another meeting is in progress',
    },
};

/** `storage full` for `storageFull`: for values without a word of their own. */
function plainWords(code) {
    return String(code).replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/_/g, ' ').toLowerCase();
}

function wordOf(kind, value) { return words[kind][value] ?? plainWords(value); }

/** `the right to send was lost` for `roleLost`; `error: storage full` for `error:storageFull`. */
function stopText(reason) {
    return reason.startsWith('error:') ? `error: ${plainWords(reason.slice(6))}` : wordOf('stop', reason);
}

/** `rtmp` of an address, `show.mkv` of a path: what a chip has space for. */
function shortDestination(destination) {
    const scheme = /^([a-z][a-z0-9+]*):\/\//i.exec(destination)?.[1];
    const name = scheme ?? destination.replace(/\/+$/, '').split('/').at(-1);
    return visible(shortened(name || destination, 24));
}

/** `8 s`, `3 min`, `2 h`: a time that passes, as short as it can be read. */
function roughly(seconds) {
    const whole = Math.max(0, Math.floor(seconds));
    if (whole < 100) return `${whole} s`;
    return whole < 6000 ? `${Math.floor(whole / 60)} min` : `${Math.floor(whole / 3600)} h`;
}

/** `50 %`, as controllers write a factor of the amplitude. */
function volumeText(factor) { return `${Math.round(factor * 100)} %`; }

// What an operator has to see of a session, from what is known of it: alarms, chips, a title. These functions have no
// state and touch no element.

/**
 * What is known of a session.
 *
 * @typedef {Object} Facts
 * @property {?Object} snapshot the last one
 * @property {boolean} isOver whether the session has ended
 * @property {boolean} isKilled whether it was killed or has crashed
 * @property {boolean} isUnseen whether it is gone, and nobody has seen how it ended
 * @property {?string} stopReason
 * @property {?string} unknownSince the time of day since which nothing is known, when that is so
 * @property {number} silentFor seconds since the last answer, when that is long ago; else 0
 * @property {boolean} isServerGone
 * @property {{room: ?string, isConnected: boolean, status: ?string}} place in the meeting
 * @property {?string} slateReason
 * @property {boolean} wasSending whether it has been sending before
 * @property {Set<string>} growing the counters that have grown in the last seconds
 * @property {Set<number>} troubled the outputs with an alarm so far
 * @property {Map<string, string>} levels the levels of the alarms so far, by their keys
 * @property {Map<number, ?number>} nextTries when an output tries again, in milliseconds since 1970
 * @property {number} now in milliseconds since 1970
 */

/** @typedef {Object} Alarm @property {string} key @property {string} level `bad` or `warn` @property {string} text */

/** Of an output that retries, each attempt is connecting for a moment: the alarm goes on until it is live. */
function outputAlarm(output, facts) {
    const { state, output: number, destination } = output, level = state === 'failed' ? 'bad' : 'warn';
    const name = `output ${number} (${shortDestination(destination)})`, alarm = { key: `output ${number}`, level };
    const reason = [output.cause && plainWords(output.cause), output.message].filter(Boolean).join(': ');
    switch (state) {
    case 'failed': return { ...alarm, text: `${name} has failed${reason ? `: ${visible(reason)}` : ''}` };
    case 'retrying': return { ...alarm, text: `${name} is retrying` };
    case 'stalled': return { ...alarm, text: `${name} takes no media` };
    case 'connecting': return facts.troubled.has(number) ? { ...alarm, text: `${name} is retrying` } : null;
    case 'live': return facts.growing.has(`output ${number}`) ? { ...alarm, text: `${name} loses media` } : null;
    default: return null;
    }
}

/** The alarm of a source that delivers nothing, while the studio sends. */
function sourceAlarm({ snapshot }) {
    if (snapshot.state !== 'sending') return null;
    const [wait] = snapshot.waitingFor ?? [], level = 'bad', key = 'source';
    if (wait) return { key, level, text: `source stalled: ${visible(wait.name)} delivers no ${wait.media}` };
    // Programs with less than two frames a second exist.
    const longest = Math.max(1.8, 3 / (snapshot.program?.frameRate ?? 30));
    return snapshot.video.secondsSinceLast > longest ? { key, level, text: 'source stalled: no frames' } : null;
}

/** The alarm of a slate. It is a warning when a command asked for it. */
function slateAlarm({ snapshot, slateReason }) {
    if (!snapshot.isSlateOnAir) return null;
    const level = !slateReason || slateReason === 'command' ? 'warn' : 'bad';
    return { key: 'slate', level, text: `slate on air${slateReason ? `: ${wordOf('slate', slateReason)}` : ''}` };
}

/** Below so many seconds that are left on a disk, the alarm has this level. */
const diskLimits = [['bad', 60], ['warn', 600]];

/** The recording whose disk is full first; null when there is none, or nothing is known of it. */
function shortestRecording({ snapshot }) {
    const recordings = snapshot.outputs.filter((one) => !one.isRemoved && Number.isFinite(one.diskSecondsLeft));
    return recordings.reduce((least, one) => least && least.diskSecondsLeft <= one.diskSecondsLeft ? least : one, null);
}

/**
 * The alarm of the disk that is full first. A level ends a tenth above its limit, so that a bitrate that varies does not repeat
 * it. The time passes in the chip only: the text is read out when it changes.
 */
function diskAlarm(facts) {
    const recording = shortestRecording(facts), was = facts.levels.get('disk');
    if (!recording) return null;
    const margin = (level) => was === 'bad' || was === level ? 1.1 : 1;
    const found = diskLimits.find(([level, seconds]) => recording.diskSecondsLeft < seconds * margin(level));
    if (!found) return null;
    const name = `output ${recording.output} (${shortDestination(recording.destination)})`;
    const how = found[0] === 'bad' ? 'nearly full' : 'getting full';
    return { key: 'disk', level: found[0], text: `the disk of ${name} is ${how}` };
}

function soundAlarm({ snapshot }) {
    if (snapshot.program?.hasAudio === false) return null;
    if (snapshot.programAudio?.isMuted) return { key: 'muted', level: 'warn', text: 'muted' };
    return snapshot.programAudio?.volumeFactor === 0 ? { key: 'muted', level: 'warn', text: 'the volume is 0' } : null;
}

function meetingAlarm({ place }) {
    const levels = { reconnecting: 'bad', failed: 'bad', ended: 'bad', inWaitingRoom: 'warn', waitingForHost: 'warn' };
    const level = levels[place.status];
    return level ? { key: 'meeting', level, text: wordOf('meeting', place.status) } : null;
}

/** What has gone wrong with the session as a whole; then all else is the past. */
function lossAlarm(facts) {
    const bad = (key, text) => ({ key, level: 'bad', text });
    if (facts.isKilled) return bad('session', 'the session was killed or has crashed');
    if (facts.isUnseen) return bad('session', 'the session is gone; its end was not seen');
    if (facts.isOver || facts.stopReason) {
        const isPlanned = !facts.stopReason || ['eos', 'stopped'].includes(facts.stopReason);
        return isPlanned ? null : bad('session', `the session has ended: ${stopText(facts.stopReason)}`);
    }
    if (facts.isServerGone) return bad('server', 'the server is gone');
    return facts.silentFor > 0 ? bad('silent', 'no news from the session') : null;
}

const beforeSending = ['idle', 'opening', 'starting', 'connecting'];

/** @returns {Alarm[]} the alarms of the facts, the worst first. */
function alarmsOf(facts) {
    const { snapshot } = facts, loss = lossAlarm(facts);
    if (loss || facts.isOver || facts.stopReason || !snapshot) return loss ? [loss] : [];
    const alarm = (isOn, key, level, text) => isOn ? { key, level, text } : null;
    const found = [
        meetingAlarm(facts),
        alarm(facts.wasSending && beforeSending.includes(snapshot.state), 'studio', 'bad', 'the studio does not send'),
        sourceAlarm(facts), slateAlarm(facts), soundAlarm(facts), diskAlarm(facts),
        alarm(facts.growing.has('encoder'), 'encoder', 'bad', 'encoder behind: media is dropped'),
        alarm(facts.growing.has('repeats') && !facts.growing.has('encoder'), 'encoder', 'warn', 'encoder behind'),
        alarm(facts.growing.has('rejected'), 'rejected', 'bad', 'frames or audio are rejected'),
        ...snapshot.outputs.filter(({ isRemoved }) => !isRemoved).map((output) => outputAlarm(output, facts)),
    ].filter(Boolean);
    return [...found.filter(({ level }) => level === 'bad'), ...found.filter(({ level }) => level === 'warn')];
}

/** `bad`, `warn`, `good` while it sends without an alarm, else `idle`. */
function worstOf(alarms, facts) {
    if (alarms.length > 0) return alarms.some(({ level }) => level === 'bad') ? 'bad' : 'warn';
    return facts.snapshot?.state === 'sending' && !facts.isOver ? 'good' : 'idle';
}

/** A chip for each output, then sound and what else is not as usual; the state of Production Studio comes first. */
function chipsOf(facts) {
    const { snapshot } = facts;
    if (!snapshot) return [];
    const alarms = alarmsOf(facts);
    const outputs = snapshot.outputs.filter(({ isRemoved }) => !isRemoved);
    const others = alarms.filter(({ key }) => ['source', 'encoder', 'rejected', 'meeting', 'slate'].includes(key));
    return [
        studioChip(facts),
        ...facts.isOver ? [] : [soundChip(facts)],
        ...diskChips(facts, alarms),
        ...others,
        ...outputs.map((output) => outputChip(output, facts, alarms)),
        ...outputs.length > 0 ? [] : [{ key: 'outputs', text: 'no outputs', level: 'idle' }],
    ];
}

function studioChip(facts) {
    const { snapshot, silentFor } = facts, key = 'studio';
    if (facts.isOver) return { key, text: endText(facts), level: lossAlarm(facts) ? 'bad' : 'idle' };
    if (isPast(facts)) return { key, text: `no news for ${roughly(silentFor)}`, level: 'bad' };
    return { key, text: `PS ${snapshot.state}`, level: fills[snapshot.state] ?? 'busy' };
}

function soundChip(facts) {
    const { snapshot } = facts, isOld = isPast(facts);
    const { isMuted, volumeFactor } = snapshot.programAudio ?? { isMuted: false, volumeFactor: 1 }, key = 'sound';
    if (snapshot.program?.hasAudio === false) return { key, text: 'no audio', level: 'idle' };
    const text = isMuted ? `muted, volume ${volumeText(volumeFactor)}` : `volume ${volumeText(volumeFactor)}`;
    const level = isMuted || volumeFactor === 0 ? 'warn' : 'good';
    return isOld ? { key, text: `was ${text}`, level: 'idle' } : { key, text, level };
}

/** `disk 8 min left`; nothing without news, because it is only true in a moment. */
function diskChips(facts, alarms) {
    const recording = isPast(facts) ? null : shortestRecording(facts), key = 'disk';
    if (!recording) return [];
    const level = alarms.find((one) => one.key === key)?.level ?? 'good';
    return [{ key, text: `disk ${roughly(recording.diskSecondsLeft)} left`, level }];
}

/** `1 show.mkv live`, `2 rtmp retrying 8 s`. */
function outputChip(output, facts, alarms) {
    const { output: number, destination } = output, key = `output ${number}`, state = outputState(output, facts);
    const next = facts.nextTries.get(number), isWaiting = output.state === 'retrying' && next && !isPast(facts);
    const wait = isWaiting ? ` ${roughly((next - facts.now) / 1000)}` : '';
    const level = alarms.find((one) => one.key === key)?.level ?? state.level;
    return { key, text: `${number} ${shortDestination(destination)} ${state.text}${wait}`, level };
}

/** The state of an output in words. Without news it is one of the past; if its end was not seen, it is unknown. */
function outputState({ state }, facts) {
    const text = wordOf('output', state);
    if (facts.isOver && !isOutputOver(state)) return { text: `unknown since ${facts.unknownSince}`, level: 'warn' };
    if (facts.isOver) return { text, level: state === 'failed' ? 'bad' : 'idle' };
    return isPast(facts) ? { text: `was ${text}`, level: 'idle' } : { text, level: fills[state] ?? 'busy' };
}

function isOutputOver(state) { return ['stopped', 'failed', 'finished'].includes(state); }

/** Whether what is known is not the present. */
function isPast(facts) { return facts.isOver || facts.silentFor > 0 || facts.isServerGone; }

/** How a session has ended. */
function endText({ stopReason, isKilled, isUnseen }) {
    if (stopReason) return stopText(stopReason);
    return isKilled ? 'killed or crashed' : isUnseen ? 'its end was not seen' : 'ended';
}

/** `⛔ output 2 (rtmp) has failed – psstudio`: a tab has space for the first words only. */
function titleOf(alarms, facts) {
    const mark = { bad: '⛔', warn: '⚠', good: '●', idle: '○' }[worstOf(alarms, facts)];
    const calm = facts.isOver ? 'ended' : facts.snapshot?.state ?? 'no session';
    const more = alarms.length > 1 ? ` and ${alarms.length - 1} more` : '';
    return `${mark} ${alarms.length > 0 ? shortened(alarms[0].text, 80) + more : calm} – psstudio`;
}

/** The place in a meeting after a status, which may be only an event. */
function placeAfter(place, status) {
    const rooms = {
        inMeeting: place.room === 'breakout' ? 'breakout' : 'main', joinedBreakoutRoom: 'breakout',
        leftBreakoutRoom: 'main', reconnecting: place.room ?? 'main', failed: 'over', ended: 'over',
        idle: 'outside', connecting: 'outside', waitingForHost: 'outside', inWaitingRoom: 'outside',
        otherMeetingInProgress: 'outside',
    };
    if (!Object.hasOwn(rooms, status)) return place;
    const room = rooms[status], isBack = status === 'inMeeting' && room === 'breakout';
    return { room, isConnected: status !== 'reconnecting', status: isBack ? 'joinedBreakoutRoom' : status };
}

/** The place that a snapshot knows. Where a status is only on the way, the last place stays. */
function placeOf(place, { meetingStatus, isInBreakoutRoom }) {
    return placeAfter({ ...place, room: isInBreakoutRoom ? 'breakout' : place.room === 'breakout' ? 'main' : place.room },
        meetingStatus);
}

// Why a command would be rejected now, as far as the page knows. What it does not know, the session decides.

/** Whether the client is where a command needs it; `null` as well when no event has told where it is. */
function obstacleInMeeting({ place }, { room = null, isConnected = null }) {
    const names = {
        main: 'in the main room of a meeting', breakout: 'in a breakout room', outside: 'waiting to get into a meeting',
    };
    if (place.room === null) return null;
    if (room && place.room !== room) return `the client is not ${names[room]}`;
    if (!room && ['outside', 'over'].includes(place.room)) return 'the client is not in a meeting';
    if (isConnected === true && !place.isConnected) return 'the connection to the meeting is lost';
    return isConnected === false && place.isConnected ? 'the client is connected' : null;
}

const obstacles = {
    revokeCoHost: ({ myself }) => myself?.role === 'coHost' ? null
        : myself ? `the client is not co-host, but ${wordOf('role', myself.role)}` : 'the client is not in a meeting',
    endMeeting: ({ place }) => place.room === 'over' ? 'there is no meeting' : null,
    failMeeting: ({ place }) => place.room === 'over' ? 'there is no meeting' : null,
    leave: ({ place }) => place.room === 'over' ? 'the client is not in a meeting' : null,
    enterBreakoutRoom: (facts) => obstacleInMeeting(facts, { room: 'main', isConnected: true }),
    leaveBreakoutRoom: (facts) => obstacleInMeeting(facts, { room: 'breakout', isConnected: true }),
    putIntoWaitingRoom: (facts) => obstacleInMeeting(facts, { room: 'main', isConnected: true }),
    admit: (facts) => obstacleInMeeting(facts, { room: 'outside' }),
    loseConnection: (facts) => obstacleInMeeting(facts, { isConnected: true }),
    regainConnection: (facts) => obstacleInMeeting(facts, { isConnected: false }),
    stopStudio: ({ snapshot }) => ['starting', 'connecting', 'sending'].includes(snapshot.state) ? null
        : 'the studio is not sending',
    showSlate: ({ snapshot }) => obstacleToSource(snapshot),
    endSlate: ({ snapshot, slateReason }) => obstacleToSource(snapshot)
        ?? (!slateReason || slateReason === 'command' ? null
            : `the slate is not from a command: ${wordOf('slate', slateReason)}`),
    changeSource: ({ snapshot }) => obstacleToSource(snapshot),
    setMute: ({ snapshot }) => snapshot.program?.hasAudio === false ? 'the program has no audio' : null,
    setVolume: ({ snapshot }) => snapshot.program?.hasAudio === false ? 'the program has no audio' : null,
    stopOutput: (facts, { state }) => isOutputOver(state) ? 'the output has ended' : null,
    restartOutput: (facts, { state }) => isOutputOver(state) ? 'the output has ended; start it' : null,
    startOutput: (facts, { state }) => isOutputOver(state) ? null : 'the output is running',
    splitOutput: (facts, { state, destination }) => isOutputOver(state) ? 'the output has ended'
        : /\.(mp4|m4v|mov|mkv|ts|flv)$/i.test(destination) ? null : 'only a file goes on in another one',
};

function obstacleToSource(snapshot) {
    return snapshot.program?.hasSlate === false ? 'the app sends the program; the session has no source of its own' : null;
}

/** @returns {?string} why the command would be rejected; null when it may be performed. */
function obstacleTo(command, facts, subject = null) {
    if (facts.isOver) return 'the session has ended';
    return facts.snapshot ? obstacles[command]?.(facts, subject) ?? null : null;
}

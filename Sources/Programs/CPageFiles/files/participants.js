// Who is in the meeting.

class Participants {
    constructor(send) {
        this.send = send;
        this.rows = new Map();
        this.place = refusalPlace();
        this.list = element('ul', { class: 'participants', tabindex: '-1', 'aria-label': 'Participants' });
        const name = element('input', { type: 'text', 'aria-label': 'Name of a new participant', placeholder: 'name' });
        const add = actionButton('Add participant', async () => {
            await send({ addParticipant: { name: name.value || 'Ann', role: 'attendee', isVideoOn: true } });
            name.value = '';
        }, this.place);
        this.box = element('section', { 'aria-label': 'Participants' }, element('h2', {}, 'Participants'), this.list,
            element('form', { class: 'line', submit: (event) => { event.preventDefault(); add.click(); } }, name, add), this.place);
    }

    show(participants) {
        const users = new Set(participants.map(({ user }) => user));
        for (const [user, { row }] of this.rows) {
            if (users.has(user)) continue;
            removeFrom(this.list, row);
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
        const facts = element('p', { class: 'faint' }), short = visible(shortened(name, 40));
        const video = actionButton('Video', () => this.send({ setVideo: { user, isOn: !video.isOn } }), this.place,
            { label: `Video of ${short}` });
        const remove = actionButton('Remove', () => this.send({ removeParticipant: { user } }), this.place,
            { isFinal: true, label: `Remove ${short}` });
        const row = element('li', { class: 'panel' }, element('div', { class: 'who' }, element('p', { class: 'cut' }, foreign(shortened(name, 300))), facts),
            element('div', { class: 'line' }, video, isMyself ? null : remove));
        this.list.append(row);
        this.rows.set(user, { row, facts, video });
    }
}

// A list of the files below the server's folder, to choose one for a field.

class FilePicker {
    constructor(server) {
        [this.server, this.buttons, this.field, this.path] = [server, [], null, ''];
        this.title = element('h3', {});
        this.place = refusalPlace();
        this.list = element('ul', { class: 'scrolled', tabindex: '-1', 'aria-label': 'Files' });
        this.note = element('p', { class: 'faint', role: 'status' });
        const close = element('button', { type: 'button', click: () => this.box.close() }, 'Close');
        // A dialog returns the focus to the button that has opened it.
        this.box = element('dialog', { class: 'files', 'aria-label': 'Choose a file' },
            element('div', { class: 'tools' }, this.title, close), this.place, this.list, this.note);
    }

    /** A button that chooses a file for a field. */
    button(field, what) {
        const button = element('button', { type: 'button', class: 'command', 'aria-label': `Browse for ${what}`,
            click: () => isEnabled(button) && this.open(field) }, 'Browse');
        this.buttons.push(button);
        return button;
    }

    update(facts) {
        const obstacle = this.server.access?.hasFolder === false ? 'the server has no folder for files'
            : obstacleTo('changeSource', facts);
        for (const button of this.buttons) setUsable(button, obstacle);
    }

    open(field) {
        this.field = field;
        this.box.showModal();
        return this.show(this.path);
    }

    async show(path) {
        try {
            const found = await this.server.request('GET', `files?path=${encodeURIComponent(path)}`);
            clearRefusal(this.place);
            this.path = found.path;
            setText(this.title, found.path ? visible(shortened(found.path, 200)) : 'Folder of the server');
            const above = found.path.split('/').slice(0, -1).join('/');
            this.list.replaceChildren(
                ...found.path ? [this.row('↑ folder above', '', () => this.show(above))] : [],
                ...found.items.map((item) => this.itemRow(item)));
            const more = found.isComplete ? '' : ', and more that are not listed';
            setText(this.note, found.items.length > 0 ? counted(found.items.length, 'name') + more : 'The folder is empty.');
            this.list.querySelector('button')?.focus();
        } catch (error) {
            showRefusal(this.place, 'Files', error);
            // A folder that was removed meanwhile is left.
            if (path !== '') await this.show('');
        }
    }

    itemRow({ kind, name, size }) {
        const path = this.path ? `${this.path}/${name}` : name;
        if (kind === 'folder') return this.row(`${name}/`, '', () => this.show(path));
        return this.row(name, `${kind === 'other' ? '' : `${kind}, `}${bytesText(size)}`, () => this.choose(path));
    }

    row(name, text, click) {
        return element('li', {}, element('button', { type: 'button', click }, foreign(shortened(name, 300), 'cut'),
            element('span', { class: 'faint number' }, text)));
    }

    choose(path) {
        this.field.value = path;
        this.box.close();
        this.field.focus();
    }
}

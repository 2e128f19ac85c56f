#include "CPageFiles.h"

// #embed came with C23; the compiler of Swift 6.3 has it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE_OF(name) ((struct pspage_file){name, sizeof name})

static const unsigned char axis_js[] = {
#embed "files/axis.js"
};
struct pspage_file pspage_axis_js(void) { return FILE_OF(axis_js); }

static const unsigned char charts_js[] = {
#embed "files/charts.js"
};
struct pspage_file pspage_charts_js(void) { return FILE_OF(charts_js); }

static const unsigned char chosen_js[] = {
#embed "files/chosen.js"
};
struct pspage_file pspage_chosen_js(void) { return FILE_OF(chosen_js); }

static const unsigned char dom_js[] = {
#embed "files/dom.js"
};
struct pspage_file pspage_dom_js(void) { return FILE_OF(dom_js); }

static const unsigned char events_js[] = {
#embed "files/events.js"
};
struct pspage_file pspage_events_js(void) { return FILE_OF(events_js); }

static const unsigned char log_js[] = {
#embed "files/log.js"
};
struct pspage_file pspage_log_js(void) { return FILE_OF(log_js); }

static const unsigned char page_css[] = {
#embed "files/page.css"
};
struct pspage_file pspage_page_css(void) { return FILE_OF(page_css); }

static const unsigned char painter_js[] = {
#embed "files/painter.js"
};
struct pspage_file pspage_painter_js(void) { return FILE_OF(painter_js); }

static const unsigned char report_js[] = {
#embed "files/report.js"
};
struct pspage_file pspage_report_js(void) { return FILE_OF(report_js); }

static const unsigned char timeline_js[] = {
#embed "files/timeline.js"
};
struct pspage_file pspage_timeline_js(void) { return FILE_OF(timeline_js); }

// The control page.

static const unsigned char actions_js[] = {
#embed "files/studio/actions.js"
};
struct pspage_file pspage_actions_js(void) { return FILE_OF(actions_js); }

static const unsigned char alarms_js[] = {
#embed "files/studio/alarms.js"
};
struct pspage_file pspage_alarms_js(void) { return FILE_OF(alarms_js); }

static const unsigned char commands_js[] = {
#embed "files/studio/commands.js"
};
struct pspage_file pspage_commands_js(void) { return FILE_OF(commands_js); }

static const unsigned char controls_js[] = {
#embed "files/studio/controls.js"
};
struct pspage_file pspage_controls_js(void) { return FILE_OF(controls_js); }

static const unsigned char ended_js[] = {
#embed "files/studio/ended.js"
};
struct pspage_file pspage_ended_js(void) { return FILE_OF(ended_js); }

static const unsigned char files_js[] = {
#embed "files/studio/files.js"
};
struct pspage_file pspage_files_js(void) { return FILE_OF(files_js); }

static const unsigned char monitor_js[] = {
#embed "files/studio/monitor.js"
};
struct pspage_file pspage_monitor_js(void) { return FILE_OF(monitor_js); }

static const unsigned char obstacles_js[] = {
#embed "files/studio/obstacles.js"
};
struct pspage_file pspage_obstacles_js(void) { return FILE_OF(obstacles_js); }

static const unsigned char outputs_js[] = {
#embed "files/studio/outputs.js"
};
struct pspage_file pspage_outputs_js(void) { return FILE_OF(outputs_js); }

static const unsigned char participants_js[] = {
#embed "files/studio/participants.js"
};
struct pspage_file pspage_participants_js(void) { return FILE_OF(participants_js); }

static const unsigned char server_js[] = {
#embed "files/studio/server.js"
};
struct pspage_file pspage_server_js(void) { return FILE_OF(server_js); }

static const unsigned char show_js[] = {
#embed "files/studio/show.js"
};
struct pspage_file pspage_show_js(void) { return FILE_OF(show_js); }

static const unsigned char state_js[] = {
#embed "files/studio/state.js"
};
struct pspage_file pspage_state_js(void) { return FILE_OF(state_js); }

static const unsigned char statusline_js[] = {
#embed "files/studio/statusline.js"
};
struct pspage_file pspage_statusline_js(void) { return FILE_OF(statusline_js); }

static const unsigned char studio_js[] = {
#embed "files/studio/studio.js"
};
struct pspage_file pspage_studio_js(void) { return FILE_OF(studio_js); }

static const unsigned char watch_js[] = {
#embed "files/studio/watch.js"
};
struct pspage_file pspage_watch_js(void) { return FILE_OF(watch_js); }

static const unsigned char words_js[] = {
#embed "files/studio/words.js"
};
struct pspage_file pspage_words_js(void) { return FILE_OF(words_js); }

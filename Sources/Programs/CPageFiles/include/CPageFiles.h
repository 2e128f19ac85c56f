// The style sheet and the scripts of psstudio's pages, as bytes.
#pragma once

#include <stddef.h>

struct pspage_file {
    const unsigned char *bytes;
    size_t count;
};

struct pspage_file pspage_axis_js(void);
struct pspage_file pspage_charts_js(void);
struct pspage_file pspage_chosen_js(void);
struct pspage_file pspage_dom_js(void);
struct pspage_file pspage_events_js(void);
struct pspage_file pspage_log_js(void);
struct pspage_file pspage_page_css(void);
struct pspage_file pspage_painter_js(void);
struct pspage_file pspage_report_js(void);
struct pspage_file pspage_timeline_js(void);

// The control page.
struct pspage_file pspage_actions_js(void);
struct pspage_file pspage_alarms_js(void);
struct pspage_file pspage_commands_js(void);
struct pspage_file pspage_controls_js(void);
struct pspage_file pspage_ended_js(void);
struct pspage_file pspage_files_js(void);
struct pspage_file pspage_monitor_js(void);
struct pspage_file pspage_obstacles_js(void);
struct pspage_file pspage_outputs_js(void);
struct pspage_file pspage_participants_js(void);
struct pspage_file pspage_server_js(void);
struct pspage_file pspage_show_js(void);
struct pspage_file pspage_state_js(void);
struct pspage_file pspage_statusline_js(void);
struct pspage_file pspage_studio_js(void);
struct pspage_file pspage_watch_js(void);
struct pspage_file pspage_words_js(void);

// The bytes of the files, read by the compiler with #embed: it copies a file, where a literal of as
// many numbers would be parsed. An edit of a file compiles only this one, and links.
#include "CPageFiles.h"

// Clang has #embed in every dialect, and says that C has it since C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define PAGE_FILE(name) const CPageFile name = {name##_bytes, sizeof name##_bytes}

static const unsigned char address_js_bytes[] = {
#embed "Files/address.js"
};
PAGE_FILE(address_js);

static const unsigned char aloud_js_bytes[] = {
#embed "Files/aloud.js"
};
PAGE_FILE(aloud_js);

static const unsigned char asking_js_bytes[] = {
#embed "Files/asking.js"
};
PAGE_FILE(asking_js);

static const unsigned char boxes_js_bytes[] = {
#embed "Files/boxes.js"
};
PAGE_FILE(boxes_js);

static const unsigned char captions_js_bytes[] = {
#embed "Files/captions.js"
};
PAGE_FILE(captions_js);

static const unsigned char chips_js_bytes[] = {
#embed "Files/chips.js"
};
PAGE_FILE(chips_js);

static const unsigned char choosing_js_bytes[] = {
#embed "Files/choosing.js"
};
PAGE_FILE(choosing_js);

static const unsigned char columns_js_bytes[] = {
#embed "Files/columns.js"
};
PAGE_FILE(columns_js);

static const unsigned char comparing_js_bytes[] = {
#embed "Files/comparing.js"
};
PAGE_FILE(comparing_js);

static const unsigned char connection_js_bytes[] = {
#embed "Files/connection.js"
};
PAGE_FILE(connection_js);

static const unsigned char contents_js_bytes[] = {
#embed "Files/contents.js"
};
PAGE_FILE(contents_js);

static const unsigned char edited_js_bytes[] = {
#embed "Files/edited.js"
};
PAGE_FILE(edited_js);

static const unsigned char elements_js_bytes[] = {
#embed "Files/elements.js"
};
PAGE_FILE(elements_js);

static const unsigned char facts_js_bytes[] = {
#embed "Files/facts.js"
};
PAGE_FILE(facts_js);

static const unsigned char fields_js_bytes[] = {
#embed "Files/fields.js"
};
PAGE_FILE(fields_js);

static const unsigned char finding_js_bytes[] = {
#embed "Files/finding.js"
};
PAGE_FILE(finding_js);

static const unsigned char focus_js_bytes[] = {
#embed "Files/focus.js"
};
PAGE_FILE(focus_js);

static const unsigned char folding_js_bytes[] = {
#embed "Files/folding.js"
};
PAGE_FILE(folding_js);

static const unsigned char following_js_bytes[] = {
#embed "Files/following.js"
};
PAGE_FILE(following_js);

static const unsigned char heights_js_bytes[] = {
#embed "Files/heights.js"
};
PAGE_FILE(heights_js);

static const unsigned char history_js_bytes[] = {
#embed "Files/history.js"
};
PAGE_FILE(history_js);

static const unsigned char icons_js_bytes[] = {
#embed "Files/icons.js"
};
PAGE_FILE(icons_js);

static const unsigned char inspect_css_bytes[] = {
#embed "Files/inspect.css"
};
PAGE_FILE(inspect_css);

static const unsigned char inspect_html_bytes[] = {
#embed "Files/inspect.html"
};
PAGE_FILE(inspect_html);

static const unsigned char inspect_js_bytes[] = {
#embed "Files/inspect.js"
};
PAGE_FILE(inspect_js);

static const unsigned char inspected_js_bytes[] = {
#embed "Files/inspected.js"
};
PAGE_FILE(inspected_js);

static const unsigned char keyboard_js_bytes[] = {
#embed "Files/keyboard.js"
};
PAGE_FILE(keyboard_js);

static const unsigned char largest_js_bytes[] = {
#embed "Files/largest.js"
};
PAGE_FILE(largest_js);

static const unsigned char layer_js_bytes[] = {
#embed "Files/layer.js"
};
PAGE_FILE(layer_js);

static const unsigned char looks_js_bytes[] = {
#embed "Files/looks.js"
};
PAGE_FILE(looks_js);

static const unsigned char memory_js_bytes[] = {
#embed "Files/memory.js"
};
PAGE_FILE(memory_js);

static const unsigned char menu_js_bytes[] = {
#embed "Files/menu.js"
};
PAGE_FILE(menu_js);

static const unsigned char messages_js_bytes[] = {
#embed "Files/messages.js"
};
PAGE_FILE(messages_js);

static const unsigned char models_js_bytes[] = {
#embed "Files/models.js"
};
PAGE_FILE(models_js);

static const unsigned char notices_js_bytes[] = {
#embed "Files/notices.js"
};
PAGE_FILE(notices_js);

static const unsigned char numbers_js_bytes[] = {
#embed "Files/numbers.js"
};
PAGE_FILE(numbers_js);

static const unsigned char page_css_bytes[] = {
#embed "Files/page.css"
};
PAGE_FILE(page_css);

static const unsigned char page_html_bytes[] = {
#embed "Files/page.html"
};
PAGE_FILE(page_html);

static const unsigned char page_js_bytes[] = {
#embed "Files/page.js"
};
PAGE_FILE(page_js);

static const unsigned char past_js_bytes[] = {
#embed "Files/past.js"
};
PAGE_FILE(past_js);

static const unsigned char pending_js_bytes[] = {
#embed "Files/pending.js"
};
PAGE_FILE(pending_js);

static const unsigned char picture_js_bytes[] = {
#embed "Files/picture.js"
};
PAGE_FILE(picture_js);

static const unsigned char place_js_bytes[] = {
#embed "Files/place.js"
};
PAGE_FILE(place_js);

static const unsigned char player_js_bytes[] = {
#embed "Files/player.js"
};
PAGE_FILE(player_js);

static const unsigned char pointing_js_bytes[] = {
#embed "Files/pointing.js"
};
PAGE_FILE(pointing_js);

static const unsigned char querying_js_bytes[] = {
#embed "Files/querying.js"
};
PAGE_FILE(querying_js);

static const unsigned char restoring_js_bytes[] = {
#embed "Files/restoring.js"
};
PAGE_FILE(restoring_js);

static const unsigned char revision_js_bytes[] = {
#embed "Files/revision.js"
};
PAGE_FILE(revision_js);

static const unsigned char revisionsearch_js_bytes[] = {
#embed "Files/revisionsearch.js"
};
PAGE_FILE(revisionsearch_js);

static const unsigned char row_js_bytes[] = {
#embed "Files/row.js"
};
PAGE_FILE(row_js);

static const unsigned char rowhistory_js_bytes[] = {
#embed "Files/rowhistory.js"
};
PAGE_FILE(rowhistory_js);

static const unsigned char rows_js_bytes[] = {
#embed "Files/rows.js"
};
PAGE_FILE(rows_js);

static const unsigned char scene_js_bytes[] = {
#embed "Files/scene.js"
};
PAGE_FILE(scene_js);

static const unsigned char search_js_bytes[] = {
#embed "Files/search.js"
};
PAGE_FILE(search_js);

static const unsigned char selection_js_bytes[] = {
#embed "Files/selection.js"
};
PAGE_FILE(selection_js);

static const unsigned char storage_js_bytes[] = {
#embed "Files/storage.js"
};
PAGE_FILE(storage_js);

static const unsigned char swipes_js_bytes[] = {
#embed "Files/swipes.js"
};
PAGE_FILE(swipes_js);

static const unsigned char tables_js_bytes[] = {
#embed "Files/tables.js"
};
PAGE_FILE(tables_js);

static const unsigned char texts_js_bytes[] = {
#embed "Files/texts.js"
};
PAGE_FILE(texts_js);

static const unsigned char timeline_js_bytes[] = {
#embed "Files/timeline.js"
};
PAGE_FILE(timeline_js);

static const unsigned char tools_js_bytes[] = {
#embed "Files/tools.js"
};
PAGE_FILE(tools_js);

static const unsigned char travel_js_bytes[] = {
#embed "Files/travel.js"
};
PAGE_FILE(travel_js);

static const unsigned char updates_js_bytes[] = {
#embed "Files/updates.js"
};
PAGE_FILE(updates_js);

static const unsigned char views_css_bytes[] = {
#embed "Files/views.css"
};
PAGE_FILE(views_css);

static const unsigned char views_js_bytes[] = {
#embed "Files/views.js"
};
PAGE_FILE(views_js);

static const unsigned char widgets_js_bytes[] = {
#embed "Files/widgets.js"
};
PAGE_FILE(widgets_js);

static const unsigned char window_js_bytes[] = {
#embed "Files/window.js"
};
PAGE_FILE(window_js);

static const unsigned char words_js_bytes[] = {
#embed "Files/words.js"
};
PAGE_FILE(words_js);

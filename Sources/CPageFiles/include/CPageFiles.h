#ifndef CPAGEFILES_H
#define CPAGEFILES_H

/// A file of the pages, which is part of the program. Nothing ever writes to it.
typedef struct __attribute__((swift_attr("@Sendable"))) CPageFile {
  const unsigned char *_Nonnull bytes;
  long count;
} CPageFile;

extern const CPageFile address_js;
extern const CPageFile aloud_js;
extern const CPageFile asking_js;
extern const CPageFile boxes_js;
extern const CPageFile captions_js;
extern const CPageFile chips_js;
extern const CPageFile choosing_js;
extern const CPageFile columns_js;
extern const CPageFile comparing_js;
extern const CPageFile connection_js;
extern const CPageFile contents_js;
extern const CPageFile edited_js;
extern const CPageFile elements_js;
extern const CPageFile facts_js;
extern const CPageFile fields_js;
extern const CPageFile finding_js;
extern const CPageFile focus_js;
extern const CPageFile folding_js;
extern const CPageFile following_js;
extern const CPageFile heights_js;
extern const CPageFile history_js;
extern const CPageFile icons_js;
extern const CPageFile inspect_css;
extern const CPageFile inspect_html;
extern const CPageFile inspect_js;
extern const CPageFile inspected_js;
extern const CPageFile keyboard_js;
extern const CPageFile largest_js;
extern const CPageFile layer_js;
extern const CPageFile looks_js;
extern const CPageFile memory_js;
extern const CPageFile menu_js;
extern const CPageFile messages_js;
extern const CPageFile models_js;
extern const CPageFile notices_js;
extern const CPageFile numbers_js;
extern const CPageFile page_css;
extern const CPageFile page_html;
extern const CPageFile page_js;
extern const CPageFile past_js;
extern const CPageFile pending_js;
extern const CPageFile picture_js;
extern const CPageFile place_js;
extern const CPageFile player_js;
extern const CPageFile pointing_js;
extern const CPageFile querying_js;
extern const CPageFile restoring_js;
extern const CPageFile revision_js;
extern const CPageFile revisionsearch_js;
extern const CPageFile row_js;
extern const CPageFile rowhistory_js;
extern const CPageFile rows_js;
extern const CPageFile scene_js;
extern const CPageFile search_js;
extern const CPageFile selection_js;
extern const CPageFile storage_js;
extern const CPageFile swipes_js;
extern const CPageFile tables_js;
extern const CPageFile texts_js;
extern const CPageFile timeline_js;
extern const CPageFile tools_js;
extern const CPageFile travel_js;
extern const CPageFile updates_js;
extern const CPageFile views_css;
extern const CPageFile views_js;
extern const CPageFile widgets_js;
extern const CPageFile window_js;
extern const CPageFile words_js;

#endif

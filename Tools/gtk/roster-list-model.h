/* A list of Roster as a GListModel: GtkListView shows it, live, while other processes write. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ROSTER_GTK_ERROR:
 *
 * The domain of errors of libroster. Its codes are those of #RosterGtkError.
 */
#define ROSTER_GTK_ERROR (roster_gtk_error_quark ())

GQuark roster_gtk_error_quark (void);

/**
 * RosterGtkError:
 * @ROSTER_GTK_ERROR_INVALID_ARGUMENT: A text is not UTF-8, or a number is out of its range.
 * @ROSTER_GTK_ERROR_INVALID_HANDLE: The list was closed while the function ran.
 * @ROSTER_GTK_ERROR_FORKED: The process is a child that fork() made.
 * @ROSTER_GTK_ERROR_INVALID_JSON: A text is not JSON, or not the JSON that the function takes.
 * @ROSTER_GTK_ERROR_INVALID_CHANGE: The change is invalid for the list as it is.
 * @ROSTER_GTK_ERROR_NO_SUCH_ITEM: The list has no such item.
 * @ROSTER_GTK_ERROR_NO_SUCH_SECTION: The list has no such section.
 * @ROSTER_GTK_ERROR_DUPLICATE_KEY: Two items would have one key.
 * @ROSTER_GTK_ERROR_NOTHING_TO_UNDO: Nothing is left to undo.
 * @ROSTER_GTK_ERROR_NOTHING_TO_REDO: Nothing is left to redo.
 * @ROSTER_GTK_ERROR_TIMEOUT: Nothing came within the time.
 * @ROSTER_GTK_ERROR_CLOSED: The list is closed.
 * @ROSTER_GTK_ERROR_UNREADABLE: The file or its folder cannot be opened.
 * @ROSTER_GTK_ERROR_NOT_A_DATABASE: The file is no file of Roster's.
 * @ROSTER_GTK_ERROR_NEWER_FORMAT: A newer version has written the file.
 * @ROSTER_GTK_ERROR_CORRUPT: The file contradicts itself.
 * @ROSTER_GTK_ERROR_READ_ONLY: The file may not be written.
 * @ROSTER_GTK_ERROR_FULL: There is no room left.
 * @ROSTER_GTK_ERROR_BUSY: Another process keeps the file locked. Nothing was changed; try again.
 * @ROSTER_GTK_ERROR_STALE: The list has no such revision.
 * @ROSTER_GTK_ERROR_REPLACED: The file was removed or replaced, or the list was removed.
 * @ROSTER_GTK_ERROR_COMPACTED: The revision is no longer kept.
 * @ROSTER_GTK_ERROR_IN_USE: The list is open in this process already, and not shared.
 * @ROSTER_GTK_ERROR_KEY_REQUIRED: The list has keys, and was opened to be changed without one.
 * @ROSTER_GTK_ERROR_SUSPENDED: Storage has failed a change; open the list again.
 * @ROSTER_GTK_ERROR_FAILED: Anything else; the message says what.
 *
 * Why a call failed: the codes of roster.h. Later versions may add codes.
 */
typedef enum
{
  ROSTER_GTK_ERROR_INVALID_ARGUMENT = 1,
  ROSTER_GTK_ERROR_INVALID_HANDLE,
  ROSTER_GTK_ERROR_FORKED,
  ROSTER_GTK_ERROR_INVALID_JSON,
  ROSTER_GTK_ERROR_INVALID_CHANGE,
  ROSTER_GTK_ERROR_NO_SUCH_ITEM,
  ROSTER_GTK_ERROR_NO_SUCH_SECTION,
  ROSTER_GTK_ERROR_DUPLICATE_KEY,
  ROSTER_GTK_ERROR_NOTHING_TO_UNDO,
  ROSTER_GTK_ERROR_NOTHING_TO_REDO,
  ROSTER_GTK_ERROR_TIMEOUT,
  ROSTER_GTK_ERROR_CLOSED,
  ROSTER_GTK_ERROR_UNREADABLE,
  ROSTER_GTK_ERROR_NOT_A_DATABASE,
  ROSTER_GTK_ERROR_NEWER_FORMAT,
  ROSTER_GTK_ERROR_CORRUPT,
  ROSTER_GTK_ERROR_READ_ONLY,
  ROSTER_GTK_ERROR_FULL,
  ROSTER_GTK_ERROR_BUSY,
  ROSTER_GTK_ERROR_STALE,
  ROSTER_GTK_ERROR_REPLACED,
  ROSTER_GTK_ERROR_COMPACTED,
  ROSTER_GTK_ERROR_IN_USE,
  ROSTER_GTK_ERROR_KEY_REQUIRED,
  ROSTER_GTK_ERROR_SUSPENDED,
  ROSTER_GTK_ERROR_FAILED
} RosterGtkError;

#define ROSTER_GTK_TYPE_ITEM (roster_gtk_item_get_type ())

G_DECLARE_FINAL_TYPE (RosterGtkItem, roster_gtk_item, ROSTER_GTK, ITEM, GObject)

gint64      roster_gtk_item_get_id      (RosterGtkItem *self);
gint64      roster_gtk_item_get_section (RosterGtkItem *self);
const char *roster_gtk_item_get_json    (RosterGtkItem *self);

#define ROSTER_GTK_TYPE_LIST_MODEL (roster_gtk_list_model_get_type ())

G_DECLARE_FINAL_TYPE (RosterGtkListModel, roster_gtk_list_model, ROSTER_GTK, LIST_MODEL, GObject)

RosterGtkListModel *roster_gtk_list_model_new (const char  *path,
                                               const char  *name,
                                               const char  *key,
                                               GError     **error);
void roster_gtk_list_model_close (RosterGtkListModel *self);

RosterGtkListModel *roster_gtk_list_model_derive (RosterGtkListModel  *self,
                                                  const char          *name,
                                                  const char          *definition,
                                                  GError             **error);
void roster_gtk_list_model_derive_async (RosterGtkListModel  *self,
                                         const char          *name,
                                         const char          *definition,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
RosterGtkListModel *roster_gtk_list_model_derive_finish (RosterGtkListModel  *self,
                                                         GAsyncResult        *result,
                                                         GError             **error);
void roster_gtk_list_model_search (RosterGtkListModel *self, const char *text);

char *roster_gtk_list_model_change (RosterGtkListModel  *self,
                                    const char          *edits,
                                    const char          *annotation,
                                    GError             **error);
gboolean roster_gtk_list_model_move (RosterGtkListModel *self, guint from, guint to, GError **error);
gboolean roster_gtk_list_model_undo (RosterGtkListModel *self, GError **error);
gboolean roster_gtk_list_model_redo (RosterGtkListModel *self, GError **error);
gboolean roster_gtk_list_model_get_can_undo (RosterGtkListModel *self);
gboolean roster_gtk_list_model_get_can_redo (RosterGtkListModel *self);

gint64 roster_gtk_list_model_get_revision (RosterGtkListModel *self);
const GError *roster_gtk_list_model_get_error (RosterGtkListModel *self);
gboolean roster_gtk_list_model_find (RosterGtkListModel *self, gint64 id, guint *position);
void roster_gtk_list_model_get_section (RosterGtkListModel *self, guint position, guint *start, guint *end);
char *roster_gtk_list_model_dup_section_json (RosterGtkListModel *self, guint position);

G_END_DECLS

/* Counts the handles that RosterGtkListModel opens and closes, and what it frees; and gives it a list of too many
   items. The functions here stand before those of the library with the same names. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <roster-list-model.h>

#include "roster.h"

static gint handles, texts;
static gint64 extra_items;

/* A function of the library, by its type here. */
#define NEXT(function) (__extension__ (__typeof__ (&function)) next (#function))

static void *
next (const char *name)
{
  void *function = dlsym (RTLD_NEXT, name);

  g_assert_nonnull (function);
  return function;
}

static roster_code
opened (roster_code code)
{
  if (code == ROSTER_OK)
    g_atomic_int_inc (&handles);
  return code;
}

static roster_code
made (roster_code code, roster_bytes *bytes)
{
  if (code == ROSTER_OK && bytes && bytes->bytes)
    g_atomic_int_inc (&texts);
  return code;
}

roster_code
roster_open (roster_text path, const roster_file_options *options, roster_file *file)
{
  return opened (NEXT (roster_open) (path, options, file));
}

roster_code
roster_list_open (roster_file file, roster_text name, const roster_list_options *options, roster_list *list)
{
  return opened (NEXT (roster_list_open) (file, name, options, list));
}

roster_code
roster_list_derive (roster_list list, roster_text name, roster_text definition, roster_list *derived)
{
  return opened (NEXT (roster_list_derive) (list, name, definition, derived));
}

roster_code
roster_snapshot_open (roster_list list, int64_t revision, roster_snapshot *snapshot)
{
  return opened (NEXT (roster_snapshot_open) (list, revision, snapshot));
}

roster_code
roster_subscribe (roster_list list, int64_t revision, roster_subscription *subscription)
{
  return opened (NEXT (roster_subscribe) (list, revision, subscription));
}

roster_code
roster_next (roster_subscription subscription, int64_t timeout, roster_batch *batch)
{
  return opened (NEXT (roster_next) (subscription, timeout, batch));
}

roster_code
roster_batch_snapshot (roster_batch batch, int32_t is_source, roster_snapshot *snapshot)
{
  return opened (NEXT (roster_batch_snapshot) (batch, is_source, snapshot));
}

roster_code
roster_close (roster_handle handle)
{
  roster_code code = NEXT (roster_close) (handle);

  if (code == ROSTER_OK)
    g_atomic_int_add (&handles, -1);
  return code;
}

roster_code
roster_snapshot_counts (roster_snapshot snapshot, roster_counts *counts)
{
  roster_code code = NEXT (roster_snapshot_counts) (snapshot, counts);

  counts->items += extra_items;
  return code;
}

roster_code
roster_snapshot_item (roster_snapshot snapshot, int64_t section, int64_t item, roster_item *found, roster_bytes *model)
{
  return made (NEXT (roster_snapshot_item) (snapshot, section, item, found, model), model);
}

roster_code
roster_snapshot_find (roster_snapshot snapshot, int64_t id, roster_item *found, roster_bytes *model)
{
  return made (NEXT (roster_snapshot_find) (snapshot, id, found, model), model);
}

roster_code
roster_snapshot_section (roster_snapshot snapshot, int64_t index, roster_section *section, roster_bytes *model)
{
  return made (NEXT (roster_snapshot_section) (snapshot, index, section, model), model);
}

roster_code
roster_change (roster_list list, roster_text edits, roster_text annotation, roster_bytes *result)
{
  return made (NEXT (roster_change) (list, edits, annotation, result), result);
}

void
roster_free (roster_bytes *bytes)
{
  if (bytes && bytes->bytes)
    g_atomic_int_add (&texts, -1);
  NEXT (roster_free) (bytes);
}

static guint signals;

/* Reads every item that is new, as a view does. */
static void
read_items (GListModel *model, guint position, guint removed G_GNUC_UNUSED, guint added, gpointer data G_GNUC_UNUSED)
{
  signals++;
  for (guint index = 0; index < added; index++)
    {
      RosterGtkItem *item = g_list_model_get_item (model, position + index);

      g_assert_nonnull (roster_gtk_item_get_json (item));
      g_object_unref (item);
    }
}

static void
write_and_show (RosterGtkListModel *model, const char *edits)
{
  GError *error = NULL;
  gint64 revision = roster_gtk_list_model_get_revision (model);

  g_free (roster_gtk_list_model_change (model, edits, NULL, &error));
  g_assert_no_error (error);
  while (roster_gtk_list_model_get_revision (model) == revision)
    g_main_context_iteration (NULL, TRUE);
}

int
main (int count G_GNUC_UNUSED, char *arguments[])
{
  GError *error = NULL;
  RosterGtkListModel *model = roster_gtk_list_model_new (arguments[1], "list", NULL, &error);
  RosterGtkListModel *derived, *refused;
  RosterGtkItem *first;
  int most;

  g_assert_no_error (error);
  derived = roster_gtk_list_model_derive (model, "derived", "{\"where\":{\"atLeast\":2}}", &error);
  g_assert_no_error (error);
  g_signal_connect (model, "items-changed", G_CALLBACK (read_items), NULL);
  g_signal_connect (derived, "items-changed", G_CALLBACK (read_items), NULL);
  most = handles;
  write_and_show (model, "[{\"do\":\"insert\",\"model\":1}]");
  first = g_list_model_get_item (G_LIST_MODEL (model), 0);
  for (int index = 0; index < 100; index++)
    {
      write_and_show (model, "[{\"do\":\"insert\",\"model\":2,\"at\":0},{\"do\":\"insert\",\"model\":3},"
                             "{\"do\":\"insert_section\"},{\"do\":\"update\",\"item\":{\"at\":[0,0]},\"model\":4}]");
      g_free (roster_gtk_list_model_dup_section_json (model, index));
      if (index % 3 == 0)
        g_assert_true (roster_gtk_list_model_undo (model, NULL));
      most = MAX (most, handles);
    }
  g_assert_cmpstr (roster_gtk_item_get_json (first), ==, "1");
  g_assert_null (roster_gtk_list_model_change (model, "[{", NULL, NULL));
  /* Each has its list, its subscription and one snapshot. */
  g_assert_cmpint (handles, ==, 6);
  g_assert_cmpint (texts, ==, 0);

  extra_items = (gint64) G_MAXUINT;
  refused = roster_gtk_list_model_new (arguments[1], "list", NULL, &error);
  g_assert_null (refused);
  g_assert_error (error, ROSTER_GTK_ERROR, ROSTER_GTK_ERROR_INVALID_ARGUMENT);
  g_print ("refused: %s\n", error->message);
  g_clear_error (&error);
  g_assert_cmpint (handles, ==, 6);
  /* A list that grows too long stays as it is, and says why. */
  g_free (roster_gtk_list_model_change (model, "[{\"do\":\"insert\",\"model\":1}]", NULL, NULL));
  while (!roster_gtk_list_model_get_error (model))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_error_matches (roster_gtk_list_model_get_error (model), ROSTER_GTK_ERROR,
                                  ROSTER_GTK_ERROR_INVALID_ARGUMENT));
  extra_items = 0;

  g_object_unref (model);
  g_object_unref (derived);
  g_object_unref (first);
  g_print ("%u signals; %d handles at once; left: %d handles, %d texts\n", signals, most, handles, texts);
  return handles == 0 && texts == 0 ? 0 : 1;
}

/* Measures what one change of a long list costs the main thread, by a list of Roster and by the list models of GTK.
   See `bench`. */

#include <gtk/gtk.h>
#include <roster-list-model.h>
#include <stdlib.h>

/* How often each change is measured. */
#define TIMES 40
/* How many rows a view has. */
#define SHOWN 200

static guint rows = 1000000;
static GRand *chosen;

static double
milliseconds (gint64 start)
{
  return (g_get_monotonic_time () - start) / 1000.0;
}

/* Keeps the first rows and reads those that come, as a view does. */
typedef struct
{
  GPtrArray *shown;
} View;

static void
show_rows (GListModel *model, guint position, guint removed G_GNUC_UNUSED, guint added G_GNUC_UNUSED, View *view)
{
  guint count = MIN (g_list_model_get_n_items (model), SHOWN);

  if (position >= SHOWN)
    return;
  g_ptr_array_set_size (view->shown, 0);
  for (guint index = 0; index < count; index++)
    g_ptr_array_add (view->shown, g_list_model_get_item (model, index));
}

static View *
view_new (gpointer model)
{
  View *view = g_new0 (View, 1);

  view->shown = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect (model, "items-changed", G_CALLBACK (show_rows), view);
  show_rows (model, 0, 0, 0, view);
  return view;
}

/* ---- The changes, which both make ---- */

typedef enum
{
  INSERT,
  UPDATE,
  MARK_READ,
  REMOVE,
  CHANGES
} Change;

static const char *const change_names[] = { "insert", "update", "mark read", "remove" };

static char *
message_json (guint number, gboolean is_read)
{
  return g_strdup_printf ("{\"date\":%u,\"is_read\":%s,\"subject\":\"Message %u about %s\"}", number * 7919u % 1000003u,
                          is_read ? "true" : "false", number, number % 3 ? "lunch" : "the train");
}

/* ---- Roster ---- */

static RosterGtkListModel *source, *unread;

static void
check (gconstpointer result, GError *error)
{
  if (!result)
    g_error ("%s", error->message);
}

static void
fill (void)
{
  for (guint number = 0; number < rows;)
    {
      GString *edits = g_string_new ("[");
      GError *error = NULL;
      char *result;

      for (guint end = MIN (number + 20000, rows); number < end; number++)
        {
          char *json = message_json (number, number % 2 == 0);

          g_string_append_printf (edits, "%s{\"do\":\"insert\",\"model\":%s}", edits->len > 1 ? "," : "", json);
          g_free (json);
        }
      g_string_append_c (edits, ']');
      result = roster_gtk_list_model_change (source, edits->str, "{\"undo\":false}", &error);
      check (result, error);
      g_free (result);
      g_string_free (edits, TRUE);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
}

/* Returns how long the main thread takes for a change from the moment that its batches wait. */
static double
roster_change (const char *edits, double *commit)
{
  GError *error = NULL;
  gint64 revisions[] = { roster_gtk_list_model_get_revision (source), roster_gtk_list_model_get_revision (unread) };
  gint64 start = g_get_monotonic_time ();
  char *result = roster_gtk_list_model_change (source, edits, NULL, &error);
  double taken = 0;

  *commit = milliseconds (start);
  check (result, error);
  g_free (result);
  while (roster_gtk_list_model_get_revision (source) == revisions[0]
         || roster_gtk_list_model_get_revision (unread) == revisions[1])
    {
      g_usleep (2000);
      start = g_get_monotonic_time ();
      if (g_main_context_iteration (NULL, FALSE))
        taken += milliseconds (start);
    }
  return taken;
}

static double
measure_roster (Change change, double *commit)
{
  gint64 id = -1;
  char *edits = NULL, *json;
  double taken;

  if (change != INSERT)
    {
      RosterGtkItem *item = g_list_model_get_item (
          G_LIST_MODEL (unread), g_rand_int_range (chosen, 0, g_list_model_get_n_items (G_LIST_MODEL (unread))));

      id = roster_gtk_item_get_id (item);
      g_object_unref (item);
    }
  json = message_json (g_rand_int_range (chosen, 0, 1000000), change == MARK_READ);
  switch (change)
    {
    case INSERT:
      edits = g_strdup_printf ("[{\"do\":\"insert\",\"at\":%d,\"model\":%s}]", g_rand_int_range (chosen, 0, rows),
                               json);
      break;
    case REMOVE:
      edits = g_strdup_printf ("[{\"do\":\"remove\",\"item\":%" G_GINT64_FORMAT "}]", id);
      break;
    default:
      edits = g_strdup_printf ("[{\"do\":\"update\",\"item\":%" G_GINT64_FORMAT ",\"model\":%s}]", id, json);
    }
  taken = roster_change (edits, commit);
  g_free (edits);
  g_free (json);
  return taken;
}

static void
open_roster (const char *path)
{
  GError *error = NULL;

  source = roster_gtk_list_model_new (path, "messages", NULL, &error);
  check (source, error);
  unread = roster_gtk_list_model_derive (
      source, "unread",
      "{\"where\":{\"member\":\"is_read\",\"is\":false},\"sorted\":[{\"by\":\"date\",\"descending\":true}]}", &error);
  check (unread, error);
}

/* ---- GListStore, GtkFilterListModel and GtkSortListModel ---- */

#define BENCH_TYPE_MESSAGE (bench_message_get_type ())
G_DECLARE_FINAL_TYPE (BenchMessage, bench_message, BENCH, MESSAGE, GObject)

struct _BenchMessage
{
  GObject parent;
  guint date;
  gboolean is_read;
  char *subject;
};

G_DEFINE_FINAL_TYPE (BenchMessage, bench_message, G_TYPE_OBJECT)

static void
bench_message_finalize (GObject *object)
{
  g_free (BENCH_MESSAGE (object)->subject);
  G_OBJECT_CLASS (bench_message_parent_class)->finalize (object);
}

static void
bench_message_class_init (BenchMessageClass *class)
{
  G_OBJECT_CLASS (class)->finalize = bench_message_finalize;
}

static void
bench_message_init (BenchMessage *self G_GNUC_UNUSED)
{
}

static BenchMessage *
bench_message_new (guint number, gboolean is_read)
{
  BenchMessage *self = g_object_new (BENCH_TYPE_MESSAGE, NULL);

  self->date = number * 7919u % 1000003u;
  self->is_read = is_read;
  self->subject = g_strdup_printf ("Message %u about %s", number, number % 3 ? "lunch" : "the train");
  return self;
}

static GListStore *store;
static GtkSortListModel *sorted;

static gboolean
is_unread (gpointer item, gpointer data G_GNUC_UNUSED)
{
  return !BENCH_MESSAGE (item)->is_read;
}

static int
compare_dates (gconstpointer first, gconstpointer second, gpointer data G_GNUC_UNUSED)
{
  guint dates[] = { ((const BenchMessage *) first)->date, ((const BenchMessage *) second)->date };

  return dates[0] < dates[1] ? 1 : dates[0] > dates[1] ? -1 : 0;
}

static void
open_gtk (void)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func (g_object_unref);
  GtkFilterListModel *filtered;

  for (guint number = 0; number < rows; number++)
    g_ptr_array_add (messages, bench_message_new (number, number % 2 == 0));
  store = g_list_store_new (BENCH_TYPE_MESSAGE);
  g_list_store_splice (store, 0, 0, messages->pdata, messages->len);
  g_ptr_array_unref (messages);
  filtered = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (store)),
                                        GTK_FILTER (gtk_custom_filter_new (is_unread, NULL, NULL)));
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (filtered),
                                    GTK_SORTER (gtk_custom_sorter_new (compare_dates, NULL, NULL)));
}

static double
measure_gtk (Change change)
{
  guint position;
  BenchMessage *old, *new = bench_message_new (g_rand_int_range (chosen, 0, 1000000), change == MARK_READ);
  gint64 start;
  double taken;

  do
    {
      position = g_rand_int_range (chosen, 0, g_list_model_get_n_items (G_LIST_MODEL (store)));
      old = g_list_model_get_item (G_LIST_MODEL (store), position);
      g_object_unref (old);
    }
  while (old->is_read);
  start = g_get_monotonic_time ();
  g_list_store_splice (store, position, change != INSERT, (gpointer *) &new, change != REMOVE);
  taken = milliseconds (start);
  g_object_unref (new);
  return taken;
}

/* ---- What is printed ---- */

static int
compare_doubles (const void *first, const void *second)
{
  double a = *(const double *) first, b = *(const double *) second;

  return a < b ? -1 : a > b;
}

static double
part (double *values, double share)
{
  qsort (values, TIMES, sizeof *values, compare_doubles);
  return values[(int) (share * (TIMES - 1))];
}

int
main (int count, char *arguments[])
{
  gboolean is_json = FALSE;
  char *path = NULL;
  GOptionEntry options[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &is_json, "Prints JSON", NULL },
    { "rows", 0, 0, G_OPTION_ARG_INT, &rows, "How long the list is", "N" },
    { "file", 0, 0, G_OPTION_ARG_FILENAME, &path, "A new file", "FILE" },
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new ("- what one change of a long list costs the main thread");
  GError *error = NULL;
  gint64 start;
  double opening[2];

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &count, &arguments, &error) || !path)
    {
      g_printerr ("bench: %s\n", error ? error->message : "name a new file: --file FILE");
      return 2;
    }
  chosen = g_rand_new_with_seed (1);

  open_roster (path);
  g_clear_object (&unread);
  fill ();
  g_clear_object (&source);
  open_roster (path);
  while (g_list_model_get_n_items (G_LIST_MODEL (unread)) != rows / 2)
    g_main_context_iteration (NULL, TRUE);
  g_clear_object (&unread);
  g_clear_object (&source);
  start = g_get_monotonic_time ();
  open_roster (path);
  view_new (source);
  view_new (unread);
  opening[0] = milliseconds (start);
  start = g_get_monotonic_time ();
  open_gtk ();
  view_new (store);
  view_new (sorted);
  opening[1] = milliseconds (start);

  if (is_json)
    g_print ("{\"rows\":%u,\"open\":{\"roster\":%.3f,\"gtk\":%.3f}", rows, opening[0], opening[1]);
  else
    g_print ("%u rows, shown in their order and as the unread ones by date; milliseconds of the main thread\n\n"
             "%-10s %9s %9s %9s %9s %7s %9s\n%-10s %9.2f %9s %9.2f %9s %7.1f\n",
             rows, "", "Roster", "95 %", "GTK", "95 %", "ratio", "(commit)", "open", opening[0], "", opening[1], "",
             opening[1] / opening[0]);
  for (Change change = 0; change < CHANGES; change++)
    {
      double ours[TIMES], commits[TIMES], theirs[TIMES];

      for (int time = 0; time < TIMES; time++)
        {
          ours[time] = measure_roster (change, &commits[time]);
          theirs[time] = measure_gtk (change);
        }
      if (is_json)
        g_print (",\"%s\":{\"roster\":%.3f,\"roster95\":%.3f,\"gtk\":%.3f,\"gtk95\":%.3f,\"commit\":%.3f}",
                 change_names[change], part (ours, 0.5), part (ours, 0.95), part (theirs, 0.5), part (theirs, 0.95),
                 part (commits, 0.5));
      else
        g_print ("%-10s %9.2f %9.2f %9.2f %9.2f %7.1f %9.2f\n", change_names[change], part (ours, 0.5),
                 part (ours, 0.95), part (theirs, 0.5), part (theirs, 0.95), part (theirs, 0.5) / part (ours, 0.5),
                 part (commits, 0.5));
    }
  if (is_json)
    g_print ("}\n");
  return 0;
}

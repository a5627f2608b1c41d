#include "roster-list-model.h"

#include <glib-unix.h>

#include "roster.h"

/* The codes are one thing with two names, since the introspected header knows nothing of roster.h. */
G_STATIC_ASSERT ((int) ROSTER_GTK_ERROR_INVALID_ARGUMENT == (int) ROSTER_INVALID_ARGUMENT);
G_STATIC_ASSERT ((int) ROSTER_GTK_ERROR_CLOSED == (int) ROSTER_CLOSED);
G_STATIC_ASSERT ((int) ROSTER_GTK_ERROR_FAILED == (int) ROSTER_FAILED);

G_DEFINE_QUARK (roster-gtk-error-quark, roster_gtk_error)

static GError *
last_error (roster_code code)
{
  roster_error error = roster_last_error ();

  return g_error_new (ROSTER_GTK_ERROR, code, "%.*s", (int) error.message.count, error.message.bytes);
}

static gboolean
is_ok (roster_code code, GError **error)
{
  if (code == ROSTER_OK)
    return TRUE;
  g_propagate_error (error, last_error (code));
  return FALSE;
}

static char *
take_string (roster_bytes *bytes)
{
  char *string = g_strndup (bytes->bytes, bytes->count);

  roster_free (bytes);
  return string;
}

/* ---- Items ---- */

/* The items that are alive, by id. An item may be freed on any thread, as the garbage collectors of other languages
   do, so that `lock` guards the table, and a GWeakRef each entry. */
typedef struct
{
  GMutex lock;
  /* gint64 to GWeakRef. */
  GHashTable *items;
} Living;

static void
weak_ref_free (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

static Living *
living_new (void)
{
  Living *living = g_atomic_rc_box_new0 (Living);

  g_mutex_init (&living->lock);
  living->items = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, weak_ref_free);
  return living;
}

static void
living_clear (gpointer data)
{
  Living *living = data;

  g_hash_table_unref (living->items);
  g_mutex_clear (&living->lock);
}

static void
living_unref (Living *living)
{
  g_atomic_rc_box_release_full (living, living_clear);
}

/* Returns a reference to the item with an id, NULL if none is alive. */
static RosterGtkItem *
living_find (Living *living, gint64 id)
{
  GWeakRef *weak;
  RosterGtkItem *item;

  g_mutex_lock (&living->lock);
  weak = g_hash_table_lookup (living->items, &id);
  item = weak ? g_weak_ref_get (weak) : NULL;
  g_mutex_unlock (&living->lock);
  return item;
}

/* Returns references to all of them. */
static GPtrArray *
living_all (Living *living)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer weak;

  g_mutex_lock (&living->lock);
  g_hash_table_iter_init (&iter, living->items);
  while (g_hash_table_iter_next (&iter, NULL, &weak))
    {
      gpointer item = g_weak_ref_get (weak);

      if (item)
        g_ptr_array_add (all, item);
    }
  g_mutex_unlock (&living->lock);
  return all;
}

/**
 * RosterGtkItem:
 *
 * An item of a list. The same item of the same #RosterGtkListModel is the same object for as long as it is alive.
 *
 * When the item gets a new model, #RosterGtkItem:json is notified, and the list emits no #GListModel::items-changed.
 */
struct _RosterGtkItem
{
  GObject parent;

  Living *living;
  gint64 id;
  gint64 section;
  char *json;
};

enum
{
  ITEM_ID = 1,
  ITEM_SECTION,
  ITEM_JSON,
  ITEM_PROPERTIES
};

static GParamSpec *item_properties[ITEM_PROPERTIES];

G_DEFINE_FINAL_TYPE (RosterGtkItem, roster_gtk_item, G_TYPE_OBJECT)

static void
roster_gtk_item_init (RosterGtkItem *self)
{
  self->id = self->section = -1;
}

static void
roster_gtk_item_finalize (GObject *object)
{
  RosterGtkItem *self = ROSTER_GTK_ITEM (object);

  if (self->living)
    {
      GWeakRef *weak;
      gpointer successor;

      g_mutex_lock (&self->living->lock);
      weak = g_hash_table_lookup (self->living->items, &self->id);
      /* Between the last reference and here, get_item() may have made a new object for the id. */
      successor = weak ? g_weak_ref_get (weak) : NULL;
      if (weak && !successor)
        g_hash_table_remove (self->living->items, &self->id);
      g_mutex_unlock (&self->living->lock);
      g_clear_object (&successor);
      living_unref (self->living);
    }
  g_free (self->json);
  G_OBJECT_CLASS (roster_gtk_item_parent_class)->finalize (object);
}

static void
roster_gtk_item_get_property (GObject *object, guint property, GValue *value, GParamSpec *pspec)
{
  RosterGtkItem *self = ROSTER_GTK_ITEM (object);

  switch (property)
    {
    case ITEM_ID:
      g_value_set_int64 (value, self->id);
      break;
    case ITEM_SECTION:
      g_value_set_int64 (value, self->section);
      break;
    case ITEM_JSON:
      g_value_set_string (value, self->json);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
    }
}

static void
roster_gtk_item_class_init (RosterGtkItemClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = roster_gtk_item_finalize;
  object_class->get_property = roster_gtk_item_get_property;

  /**
   * RosterGtkItem:id: (getter get_id)
   *
   * The id, by which edits name the item. It never changes, and derived lists have it as well.
   */
  item_properties[ITEM_ID] =
      g_param_spec_int64 ("id", NULL, NULL, -1, G_MAXINT64, -1, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * RosterGtkItem:section: (getter get_section)
   *
   * The id of the section that the item stands in.
   */
  item_properties[ITEM_SECTION] =
      g_param_spec_int64 ("section", NULL, NULL, -1, G_MAXINT64, -1,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * RosterGtkItem:json: (getter get_json)
   *
   * The model, as JSON in canonical form.
   */
  item_properties[ITEM_JSON] =
      g_param_spec_string ("json", NULL, NULL, NULL,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, ITEM_PROPERTIES, item_properties);
}

/**
 * roster_gtk_item_get_id: (get-property id)
 * @self: an item
 *
 * Returns: the id
 */
gint64
roster_gtk_item_get_id (RosterGtkItem *self)
{
  g_return_val_if_fail (ROSTER_GTK_IS_ITEM (self), -1);
  return self->id;
}

/**
 * roster_gtk_item_get_section: (get-property section)
 * @self: an item
 *
 * Returns: the id of the section that the item stands in
 */
gint64
roster_gtk_item_get_section (RosterGtkItem *self)
{
  g_return_val_if_fail (ROSTER_GTK_IS_ITEM (self), -1);
  return self->section;
}

/**
 * roster_gtk_item_get_json: (get-property json)
 * @self: an item
 *
 * Returns: (transfer none): the model as JSON
 */
const char *
roster_gtk_item_get_json (RosterGtkItem *self)
{
  g_return_val_if_fail (ROSTER_GTK_IS_ITEM (self), NULL);
  return self->json;
}

/* Takes `json`. */
static void
roster_gtk_item_set (RosterGtkItem *self, gint64 section, char *json)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (self->section != section)
    {
      self->section = section;
      g_object_notify_by_pspec (G_OBJECT (self), item_properties[ITEM_SECTION]);
    }
  if (g_strcmp0 (self->json, json) != 0)
    {
      g_free (self->json);
      self->json = json;
      g_object_notify_by_pspec (G_OBJECT (self), item_properties[ITEM_JSON]);
    }
  else
    {
      g_free (json);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

static RosterGtkItem *
roster_gtk_item_new (Living *living, gint64 id, gint64 section, char *json)
{
  RosterGtkItem *self = g_object_new (ROSTER_GTK_TYPE_ITEM, NULL);
  GWeakRef *weak;

  self->living = g_atomic_rc_box_acquire (living);
  self->id = id;
  self->section = section;
  self->json = json;
  g_mutex_lock (&living->lock);
  weak = g_hash_table_lookup (living->items, &id);
  if (!weak)
    {
      weak = g_new0 (GWeakRef, 1);
      g_weak_ref_init (weak, NULL);
      g_hash_table_insert (living->items, g_memdup2 (&id, sizeof id), weak);
    }
  g_weak_ref_set (weak, self);
  g_mutex_unlock (&living->lock);
  return self;
}

/* ---- Snapshots, by positions that count through all sections ---- */

typedef struct
{
  roster_snapshot handle;
  roster_counts counts;
} Snapshot;

/* A section that has items. */
typedef struct
{
  gint64 id;
  /* The position of its first item, and that behind its last one. */
  gint64 start;
  gint64 end;
} Section;

static void
snapshot_close (Snapshot *self)
{
  if (self->handle)
    roster_close (self->handle);
  *self = (Snapshot) { 0 };
}

/* Takes the handle. */
static gboolean
snapshot_init (Snapshot *self, roster_snapshot handle, GError **error)
{
  *self = (Snapshot) { .handle = handle };
  if (!is_ok (roster_snapshot_counts (handle, &self->counts), error))
    {
      snapshot_close (self);
      return FALSE;
    }
  if (self->counts.items > G_MAXUINT)
    {
      g_set_error (error, ROSTER_GTK_ERROR, ROSTER_GTK_ERROR_INVALID_ARGUMENT,
                   "the list has %" G_GINT64_FORMAT " items, and a GListModel at most %u; "
                   "show a derived list with a limit",
                   self->counts.items, G_MAXUINT);
      snapshot_close (self);
      return FALSE;
    }
  return TRUE;
}

/* Reads the item at a position; its model if `json` is given. */
static roster_code
snapshot_item (Snapshot *self, gint64 position, roster_item *found, char **json)
{
  roster_bytes model = { 0 };
  roster_code code = roster_snapshot_item (self->handle, -1, position, found, json ? &model : NULL);

  if (code == ROSTER_OK && json)
    *json = take_string (&model);
  return code;
}

/* Finds an item by its id; NULL is fine for what is not asked for. */
static gboolean
snapshot_find (Snapshot *self, gint64 id, gint64 *position, gint64 *section, char **json)
{
  roster_item found;
  roster_section its_section;
  roster_bytes model = { 0 };

  if (roster_snapshot_find (self->handle, id, &found, json ? &model : NULL) != ROSTER_OK)
    return FALSE;
  if (json)
    *json = take_string (&model);
  if (section && roster_snapshot_section (self->handle, found.section, &its_section, NULL) == ROSTER_OK)
    *section = its_section.id;
  return !position || roster_snapshot_offset (self->handle, found.section, found.item, position) == ROSTER_OK;
}

/* Finds the section that the item at a position stands in. */
static gboolean
snapshot_section (Snapshot *self, gint64 position, Section *section)
{
  roster_item found;
  roster_section its_section;

  if (position >= self->counts.items || snapshot_item (self, position, &found, NULL) != ROSTER_OK
      || roster_snapshot_section (self->handle, found.section, &its_section, NULL) != ROSTER_OK)
    return FALSE;
  section->id = its_section.id;
  section->start = position - found.item;
  section->end = section->start + its_section.items;
  return TRUE;
}

/* ---- The list ---- */

/* A list that is open. A derived one follows its source for as long as that is open, so that it keeps it. */
typedef struct _List List;
struct _List
{
  roster_list handle;
  /* NULL if it is no derived list. */
  List *source;
};

/* Takes the handle. */
static List *
list_new (roster_list handle, List *source)
{
  List *list = g_atomic_rc_box_new0 (List);

  list->handle = handle;
  list->source = source ? g_atomic_rc_box_acquire (source) : NULL;
  return list;
}

static void list_unref (List *list);

static void
list_clear (gpointer data)
{
  List *list = data;

  roster_close (list->handle);
  g_clear_pointer (&list->source, list_unref);
}

static void
list_unref (List *list)
{
  g_atomic_rc_box_release_full (list, list_clear);
}

/**
 * RosterGtkListModel:
 *
 * A list of Roster as a #GListModel of #RosterGtkItem.
 *
 * It follows what any process writes to the list. Each committed change reaches it as a batch, in the main context
 * that was the thread's default one when the list was opened; all signals come from there. So a change that
 * the program makes itself shows when the main context runs next, as those of others do.
 *
 * A batch emits #GListModel::items-changed for the fewest items, from the beginning of the list to its end. While the
 * signals of a batch are emitted, the list is between two revisions: what stands before the end of the signal's items
 * is new, and what stands behind it is old. Items with new models are notified before the first signal, and
 * #RosterGtkListModel:revision behind the last one.
 *
 * A handler may call any function. What it changes shows after the batch.
 */
struct _RosterGtkListModel
{
  GObject parent;

  /* NULL once it is closed. */
  List *list;
  roster_subscription subscription;
  GSource *source;
  /* What is shown; while the signals of a batch are emitted, what was shown before. */
  Snapshot current;
  /* While the signals of a batch are emitted, what it leads to: its first `target_split` items are shown, and those of
     `current` from `current_split` on. */
  Snapshot target;
  gint64 target_split;
  gint64 current_split;
  gboolean is_following;
  /* Whether a handler has closed the list. */
  gboolean is_closing;
  /* Whether a thread searches, and the text that it searches for then. */
  gboolean is_searching;
  char *next_text;
  Living *living;
  GError *error;
};

enum
{
  LIST_CAN_REDO = 1,
  LIST_CAN_UNDO,
  LIST_ERROR,
  LIST_N_ITEMS,
  LIST_REVISION,
  LIST_SEARCHING,
  LIST_PROPERTIES
};

static GParamSpec *list_properties[LIST_PROPERTIES];

static void roster_gtk_list_model_list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RosterGtkListModel, roster_gtk_list_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, roster_gtk_list_model_list_model_init))

/* Takes the error. */
static void
report (RosterGtkListModel *self, GError *error)
{
  g_clear_error (&self->error);
  self->error = error;
  g_object_notify_by_pspec (G_OBJECT (self), list_properties[LIST_ERROR]);
}

static GType
roster_gtk_list_model_get_item_type (GListModel *model G_GNUC_UNUSED)
{
  return ROSTER_GTK_TYPE_ITEM;
}

static guint
roster_gtk_list_model_get_n_items (GListModel *model)
{
  RosterGtkListModel *self = ROSTER_GTK_LIST_MODEL (model);

  return self->target_split + self->current.counts.items - self->current_split;
}

/* Returns the snapshot that shows a position, and makes it a position of that. */
static Snapshot *
shown_at (RosterGtkListModel *self, gint64 *position)
{
  if (*position < self->target_split)
    return &self->target;
  *position += self->current_split - self->target_split;
  return &self->current;
}

static gpointer
roster_gtk_list_model_get_item (GListModel *model, guint position)
{
  RosterGtkListModel *self = ROSTER_GTK_LIST_MODEL (model);
  gint64 place = position, section = -1;
  Snapshot *shown = shown_at (self, &place);
  roster_item found;
  char *json = NULL;
  RosterGtkItem *item;
  roster_code code;

  if (place >= shown->counts.items)
    return NULL;
  code = snapshot_item (shown, place, &found, NULL);
  item = code == ROSTER_OK ? living_find (self->living, found.id) : NULL;
  if (item)
    return item;
  /* Items show their newest models, also those that still stand where they stood. */
  if (code == ROSTER_OK && !(self->target.handle && snapshot_find (&self->target, found.id, NULL, &section, &json)))
    {
      roster_section its_section;

      code = snapshot_item (shown, place, &found, &json);
      if (code == ROSTER_OK)
        code = roster_snapshot_section (shown->handle, found.section, &its_section, NULL);
      if (code == ROSTER_OK)
        section = its_section.id;
    }
  if (code != ROSTER_OK)
    {
      /* A list shows something at each of its positions. */
      report (self, last_error (code));
      g_free (json);
      item = g_object_new (ROSTER_GTK_TYPE_ITEM, NULL);
      roster_gtk_item_set (item, -1, g_strdup ("null"));
      return item;
    }
  return roster_gtk_item_new (self->living, found.id, section, json);
}

static void
roster_gtk_list_model_list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = roster_gtk_list_model_get_item_type;
  interface->get_n_items = roster_gtk_list_model_get_n_items;
  interface->get_item = roster_gtk_list_model_get_item;
}

static void
roster_gtk_list_model_init (RosterGtkListModel *self)
{
  self->living = living_new ();
}

static void
stop_following (RosterGtkListModel *self)
{
  if (self->source)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  if (self->subscription)
    roster_close (self->subscription);
  self->subscription = 0;
}

static void
close_handles (RosterGtkListModel *self)
{
  stop_following (self);
  snapshot_close (&self->current);
  g_clear_pointer (&self->list, list_unref);
}

static void
roster_gtk_list_model_finalize (GObject *object)
{
  RosterGtkListModel *self = ROSTER_GTK_LIST_MODEL (object);

  close_handles (self);
  living_unref (self->living);
  g_free (self->next_text);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (roster_gtk_list_model_parent_class)->finalize (object);
}

static void
roster_gtk_list_model_get_property (GObject *object, guint property, GValue *value, GParamSpec *pspec)
{
  RosterGtkListModel *self = ROSTER_GTK_LIST_MODEL (object);

  switch (property)
    {
    case LIST_CAN_REDO:
      g_value_set_boolean (value, roster_gtk_list_model_get_can_redo (self));
      break;
    case LIST_CAN_UNDO:
      g_value_set_boolean (value, roster_gtk_list_model_get_can_undo (self));
      break;
    case LIST_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case LIST_N_ITEMS:
      g_value_set_uint (value, roster_gtk_list_model_get_n_items (G_LIST_MODEL (self)));
      break;
    case LIST_REVISION:
      g_value_set_int64 (value, self->current.counts.revision);
      break;
    case LIST_SEARCHING:
      g_value_set_boolean (value, self->is_searching);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
    }
}

static void
roster_gtk_list_model_class_init (RosterGtkListModelClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = roster_gtk_list_model_finalize;
  object_class->get_property = roster_gtk_list_model_get_property;

  /**
   * RosterGtkListModel:can-redo: (getter get_can_redo)
   *
   * Whether something is left to redo, notified behind each batch.
   */
  list_properties[LIST_CAN_REDO] =
      g_param_spec_boolean ("can-redo", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * RosterGtkListModel:can-undo: (getter get_can_undo)
   *
   * Whether something is left to undo, notified behind each batch.
   */
  list_properties[LIST_CAN_UNDO] =
      g_param_spec_boolean ("can-undo", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * RosterGtkListModel:error: (getter get_error)
   *
   * Why the list does not follow any more, or why a model could not be read or a search failed last; %NULL if all is
   * well. A list that does not follow stays as it is; open it again.
   */
  list_properties[LIST_ERROR] =
      g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * RosterGtkListModel:n-items:
   *
   * The number of items, as g_list_model_get_n_items() has it, notified behind each batch that changes it.
   */
  list_properties[LIST_N_ITEMS] =
      g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * RosterGtkListModel:revision: (getter get_revision)
   *
   * The revision that is shown, notified behind each batch.
   */
  list_properties[LIST_REVISION] =
      g_param_spec_int64 ("revision", NULL, NULL, 0, G_MAXINT64, 0,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * RosterGtkListModel:searching:
   *
   * Whether a search runs, whose items the list does not show yet.
   */
  list_properties[LIST_SEARCHING] =
      g_param_spec_boolean ("searching", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, LIST_PROPERTIES, list_properties);
}

/* ---- Batches ---- */

typedef roster_code (*Reader) (roster_batch batch, int64_t start, void *elements, size_t count, size_t *copied);

/* Reads all replacements, updates or operations of a batch. */
static gboolean
read_all (roster_batch batch, void (*function) (void), GArray *elements, GError **error)
{
  enum { PORTION = 256 };
  Reader read = (Reader) function;
  size_t copied;

  do
    {
      guint start = elements->len;

      g_array_set_size (elements, start + PORTION);
      if (!is_ok (read (batch, start, elements->data + start * g_array_get_element_size (elements), PORTION, &copied),
                  error))
        return FALSE;
      g_array_set_size (elements, start + copied);
    }
  while (copied == PORTION);
  return TRUE;
}

static void
refresh_item (RosterGtkListModel *self, RosterGtkItem *item)
{
  gint64 section = item->section;
  char *json;

  if (snapshot_find (&self->target, item->id, NULL, &section, &json))
    roster_gtk_item_set (item, section, json);
}

/* Refreshes those that are alive of neighbouring items of the target. */
static void
refresh_range (RosterGtkListModel *self, gint64 start, gint64 count)
{
  for (gint64 position = start; position < start + count; position++)
    {
      roster_item found;
      RosterGtkItem *item = NULL;

      if (snapshot_item (&self->target, position, &found, NULL) == ROSTER_OK)
        item = living_find (self->living, found.id);
      if (item)
        refresh_item (self, item);
      g_clear_object (&item);
    }
}

/* Gives the objects that are alive the models and sections that their items have behind the batch: those of updated
   items, of inserted ones, which may have moved or may have been in the list before, and of those that moved to another
   section, which is no replacement if it moves them past no item. */
static void
refresh (RosterGtkListModel *self, GArray *replacements, GArray *updates, GArray *operations)
{
  gint64 count = updates->len;
  gboolean crosses_sections = FALSE;
  GPtrArray *all = living_all (self->living);

  for (guint index = 0; index < replacements->len; index++)
    count += g_array_index (replacements, roster_replacement, index).inserted;
  for (guint index = 0; index < operations->len; index++)
    {
      roster_operation *each = &g_array_index (operations, roster_operation, index);

      crosses_sections |= each->kind == ROSTER_MOVE_ITEM && each->section != each->target_section;
    }
  if (crosses_sections || count > all->len)
    {
      for (guint index = 0; index < all->len; index++)
        refresh_item (self, all->pdata[index]);
    }
  else
    {
      for (guint index = 0; index < updates->len; index++)
        refresh_range (self, g_array_index (updates, gint64, index), 1);
      for (guint index = 0; index < replacements->len; index++)
        {
          roster_replacement *each = &g_array_index (replacements, roster_replacement, index);

          refresh_range (self, each->target_start, each->inserted);
        }
    }
  g_ptr_array_unref (all);
}

/* Emits what a batch changes, from the first item to the last: with each signal, the list shows one more stretch of the
   target. */
static void
emit (RosterGtkListModel *self, GArray *replacements)
{
  for (guint index = 0; index < replacements->len; index++)
    {
      roster_replacement each = g_array_index (replacements, roster_replacement, index);

      self->target_split = each.target_start + each.inserted;
      self->current_split = each.source_start + each.removed;
      g_list_model_items_changed (G_LIST_MODEL (self), each.target_start, each.removed, each.inserted);
    }
}

static gboolean
follow (RosterGtkListModel *self, roster_batch batch, GError **error)
{
  GArray *replacements = g_array_new (FALSE, FALSE, sizeof (roster_replacement));
  GArray *updates = g_array_new (FALSE, FALSE, sizeof (gint64));
  GArray *operations = g_array_new (FALSE, FALSE, sizeof (roster_operation));
  roster_snapshot handle;
  gboolean is_followed =
      read_all (batch, (void (*) (void)) roster_batch_replacements, replacements, error)
      && read_all (batch, (void (*) (void)) roster_batch_updates, updates, error)
      && read_all (batch, (void (*) (void)) roster_batch_operations, operations, error)
      && is_ok (roster_batch_snapshot (batch, 0, &handle), error)
      && snapshot_init (&self->target, handle, error);

  if (is_followed)
    {
      gint64 count = self->current.counts.items;

      self->is_following = TRUE;
      refresh (self, replacements, updates, operations);
      emit (self, replacements);
      snapshot_close (&self->current);
      self->current = self->target;
      self->target = (Snapshot) { 0 };
      self->target_split = self->current_split = 0;
      if (count != self->current.counts.items)
        g_object_notify_by_pspec (G_OBJECT (self), list_properties[LIST_N_ITEMS]);
      g_object_notify_by_pspec (G_OBJECT (self), list_properties[LIST_REVISION]);
      g_object_notify_by_pspec (G_OBJECT (self), list_properties[LIST_CAN_UNDO]);
      g_object_notify_by_pspec (G_OBJECT (self), list_properties[LIST_CAN_REDO]);
      self->is_following = FALSE;
    }
  g_array_unref (replacements);
  g_array_unref (updates);
  g_array_unref (operations);
  return is_followed;
}

/* How long waiting batches are taken one after the other before the main context has its turn, in microseconds. */
#define TURN 4000

static gboolean
on_readable (gint descriptor G_GNUC_UNUSED, GIOCondition condition G_GNUC_UNUSED, gpointer data)
{
  RosterGtkListModel *self = g_weak_ref_get (data);
  gint64 end = g_get_monotonic_time () + TURN;
  GError *error = NULL;

  /* Another thread drops the last reference. */
  if (!self)
    return G_SOURCE_REMOVE;
  do
    {
      roster_batch batch;
      roster_code code = roster_next (self->subscription, 0, &batch);

      if (code == ROSTER_TIMEOUT)
        break;
      if (is_ok (code, &error))
        {
          follow (self, batch, &error);
          roster_close (batch);
        }
      if (error)
        {
          stop_following (self);
          report (self, error);
        }
      if (self->is_closing)
        roster_gtk_list_model_close (self);
    }
  while (self->source && g_get_monotonic_time () < end);
  g_object_unref (self);
  return G_SOURCE_CONTINUE;
}

/* Takes the list. */
static RosterGtkListModel *
show (List *list, GError **error)
{
  RosterGtkListModel *self = g_object_new (ROSTER_GTK_TYPE_LIST_MODEL, NULL);
  roster_snapshot handle;
  int32_t descriptor;
  GWeakRef *weak;

  self->list = list;
  if (!is_ok (roster_snapshot_open (list->handle, -1, &handle), error)
      || !snapshot_init (&self->current, handle, error)
      || !is_ok (roster_subscribe (list->handle, self->current.counts.revision, &self->subscription), error)
      || !is_ok (roster_subscription_descriptor (self->subscription, &descriptor), error))
    {
      g_object_unref (self);
      return NULL;
    }
  self->source = g_unix_fd_source_new (descriptor, G_IO_IN);
  /* Behind events and drawing, so that a process that writes without a pause does not keep a window from either. */
  g_source_set_priority (self->source, G_PRIORITY_DEFAULT_IDLE);
  g_source_set_static_name (self->source, "RosterGtkListModel");
  weak = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  g_source_set_callback (self->source, G_SOURCE_FUNC (on_readable), weak, weak_ref_free);
  g_source_attach (self->source, g_main_context_get_thread_default ());
  return self;
}

/**
 * roster_gtk_list_model_new:
 * @path: (type filename): the path of the file, which is created if it does not exist
 * @name: the name of the list, which is created if it does not exist
 * @key: (nullable): the member of the models that is the key of an item, "id" or "author.id" say; %NULL if the list has
 *   no keys
 * @error: return location for a #GError
 *
 * Opens a list that any process may write.
 *
 * Returns: (transfer full): the list
 */
RosterGtkListModel *
roster_gtk_list_model_new (const char *path, const char *name, const char *key, GError **error)
{
  roster_list_options options = roster_default_list_options ();
  roster_file file;
  roster_list list;
  gboolean is_open;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);
  options.key = roster_text_of (key);
  if (!is_ok (roster_open (roster_text_of (path), NULL, &file), error))
    return NULL;
  is_open = is_ok (roster_list_open (file, roster_text_of (name), &options, &list), error);
  /* The list keeps what it needs of it. */
  roster_close (file);
  return is_open ? show (list_new (list, NULL), error) : NULL;
}

static gboolean
is_open (RosterGtkListModel *self, GError **error)
{
  if (self->list)
    return TRUE;
  g_set_error_literal (error, ROSTER_GTK_ERROR, ROSTER_GTK_ERROR_CLOSED, "the list is closed");
  return FALSE;
}

/**
 * roster_gtk_list_model_derive:
 * @self: a list
 * @name: the name of the derived list, which is kept beside its source
 * @definition: a JSON object, as roster_list_derive() takes it:
 *   `{"where":{"member":"is_read","is":false},"sorted":[{"by":"date","descending":true}],"limit":200}`
 * @error: return location for a #GError
 *
 * Opens a list that shows this one filtered, sorted, grouped, limited or searched, and follows it.
 *
 * Its items have the ids that they have here. It refuses changes: change this list. It reads its source when it is
 * opened for the first time, which may take minutes: for long lists, take derive_async().
 *
 * Returns: (transfer full): the derived list
 */
RosterGtkListModel *
roster_gtk_list_model_derive (RosterGtkListModel *self, const char *name, const char *definition, GError **error)
{
  roster_list derived;

  g_return_val_if_fail (ROSTER_GTK_IS_LIST_MODEL (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (definition != NULL, NULL);
  if (!is_open (self, error)
      || !is_ok (
          roster_list_derive (self->list->handle, roster_text_of (name), roster_text_of (definition), &derived), error))
    return NULL;
  return show (list_new (derived, self->list), error);
}

/* What a thread does with a list. */
typedef struct
{
  List *list;
  char *name;
  /* A definition, or what is searched for. */
  char *text;
  /* Of a search: the thread must not have the last reference. */
  GWeakRef model;
} Work;

static Work *
work_new (RosterGtkListModel *self, const char *name, const char *text)
{
  Work *work = g_new0 (Work, 1);

  work->list = g_atomic_rc_box_acquire (self->list);
  work->name = g_strdup (name);
  work->text = g_strdup (text);
  g_weak_ref_init (&work->model, self);
  return work;
}

static void
work_free (gpointer data)
{
  Work *work = data;

  list_unref (work->list);
  g_free (work->name);
  g_free (work->text);
  g_weak_ref_clear (&work->model);
  g_free (work);
}

static void
derive_in_thread (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data, GCancellable *cancellable G_GNUC_UNUSED)
{
  Work *work = data;
  roster_list derived;
  roster_code code =
      roster_list_derive (work->list->handle, roster_text_of (work->name), roster_text_of (work->text), &derived);

  if (code == ROSTER_OK)
    g_task_return_pointer (task, list_new (derived, work->list), (GDestroyNotify) list_unref);
  else
    g_task_return_error (task, last_error (code));
}

/**
 * roster_gtk_list_model_derive_async:
 * @self: a list
 * @name: as for derive()
 * @definition: as for derive()
 * @cancellable: (nullable): what makes finish() fail; the list is read on
 * @callback: (scope async): called when the derived list is open
 * @user_data: for the callback
 *
 * Opens a derived list on a thread, as derive() does.
 */
void
roster_gtk_list_model_derive_async (RosterGtkListModel *self, const char *name, const char *definition,
                                    GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task;
  GError *error = NULL;

  g_return_if_fail (ROSTER_GTK_IS_LIST_MODEL (self));
  g_return_if_fail (name != NULL);
  g_return_if_fail (definition != NULL);
  task = g_task_new (self, cancellable, callback, user_data);
  if (is_open (self, &error))
    {
      g_task_set_task_data (task, work_new (self, name, definition), work_free);
      g_task_run_in_thread (task, derive_in_thread);
    }
  else
    {
      g_task_return_error (task, error);
    }
  g_object_unref (task);
}

/**
 * roster_gtk_list_model_derive_finish:
 * @self: a list
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Returns: (transfer full): the derived list
 */
RosterGtkListModel *
roster_gtk_list_model_derive_finish (RosterGtkListModel *self, GAsyncResult *result, GError **error)
{
  List *list;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  list = g_task_propagate_pointer (G_TASK (result), error);
  return list ? show (list, error) : NULL;
}

/**
 * roster_gtk_list_model_close:
 * @self: a list
 *
 * Closes the list: it becomes empty, and its functions fail from then on. During the signals of a batch, it waits for
 * the last one. A list that is not closed is when its last reference goes.
 */
void
roster_gtk_list_model_close (RosterGtkListModel *self)
{
  guint count;

  g_return_if_fail (ROSTER_GTK_IS_LIST_MODEL (self));
  self->is_closing = self->is_following;
  if (self->is_closing || !self->list)
    return;
  count = self->current.counts.items;
  close_handles (self);
  if (count > 0)
    {
      g_list_model_items_changed (G_LIST_MODEL (self), 0, count, 0);
      g_object_notify_by_pspec (G_OBJECT (self), list_properties[LIST_N_ITEMS]);
    }
  g_object_notify_by_pspec (G_OBJECT (self), list_properties[LIST_REVISION]);
  g_object_notify_by_pspec (G_OBJECT (self), list_properties[LIST_CAN_UNDO]);
  g_object_notify_by_pspec (G_OBJECT (self), list_properties[LIST_CAN_REDO]);
}

/* ---- Changes ---- */

/**
 * roster_gtk_list_model_change:
 * @self: a list
 * @edits: a JSON array, as roster_change() takes it: `[{"do":"insert","model":{"text":"Hello"}}]`
 * @annotation: (nullable): a JSON object, who made the change and how undo takes it: `{"origin":"me","group":"typing"}`
 * @error: return location for a #GError
 *
 * Changes the list by edits of which each means the list as those before it leave it. All of them are committed, as one
 * revision, or none is. The list shows them when the main context runs next.
 *
 * It waits for other processes that write, up to 5 seconds. It, undo() and redo() may be called on any thread while the
 * list is not being closed.
 *
 * Returns: (transfer full): `{"revision":13,"ids":[24,null]}`, for each edit the id of what it has inserted or updated
 *   by its key, else null
 */
char *
roster_gtk_list_model_change (RosterGtkListModel *self, const char *edits, const char *annotation, GError **error)
{
  roster_bytes result = { 0 };

  g_return_val_if_fail (ROSTER_GTK_IS_LIST_MODEL (self), NULL);
  g_return_val_if_fail (edits != NULL, NULL);
  if (!is_open (self, error)
      || !is_ok (
          roster_change (self->list->handle, roster_text_of (edits), roster_text_of (annotation), &result), error))
    return NULL;
  return take_string (&result);
}

/**
 * roster_gtk_list_model_move:
 * @self: a list
 * @from: the position of an item
 * @to: the position that it gets
 * @error: return location for a #GError
 *
 * Moves the item that is shown at a position, beside the one that is shown at @to: above it if that stands above, else
 * below it. It names both by their ids, so that it moves these two also if other processes have changed the list.
 *
 * Returns: %TRUE if it has moved
 */
gboolean
roster_gtk_list_model_move (RosterGtkListModel *self, guint from, guint to, GError **error)
{
  gint64 places[] = { from, to };
  roster_item found[2];
  char *edits, *result;

  g_return_val_if_fail (ROSTER_GTK_IS_LIST_MODEL (self), FALSE);
  if (!is_open (self, error))
    return FALSE;
  for (int index = 0; index < 2; index++)
    {
      gint64 place = places[index];
      Snapshot *shown = shown_at (self, &place);

      if (place >= shown->counts.items || snapshot_item (shown, place, &found[index], NULL) != ROSTER_OK)
        {
          g_set_error (error, ROSTER_GTK_ERROR, ROSTER_GTK_ERROR_NO_SUCH_ITEM,
                       "the list has no item at position %" G_GINT64_FORMAT, places[index]);
          return FALSE;
        }
    }
  if (from == to)
    return TRUE;
  edits = g_strdup_printf ("[{\"do\":\"move\",\"item\":%" G_GINT64_FORMAT ",\"%s\":%" G_GINT64_FORMAT "}]", found[0].id,
                           from < to ? "after" : "before", found[1].id);
  result = roster_gtk_list_model_change (self, edits, NULL, error);
  g_free (edits);
  g_free (result);
  return result != NULL;
}

/**
 * roster_gtk_list_model_undo:
 * @self: a list
 * @error: return location for a #GError
 *
 * Takes back the last change that is not taken back yet.
 *
 * Returns: %TRUE if it is taken back; if nothing is left to undo, #ROSTER_GTK_ERROR_NOTHING_TO_UNDO
 */
gboolean
roster_gtk_list_model_undo (RosterGtkListModel *self, GError **error)
{
  g_return_val_if_fail (ROSTER_GTK_IS_LIST_MODEL (self), FALSE);
  return is_open (self, error) && is_ok (roster_undo (self->list->handle, roster_text_of (NULL), NULL), error);
}

/**
 * roster_gtk_list_model_redo:
 * @self: a list
 * @error: return location for a #GError
 *
 * Makes again what was undone last.
 *
 * Returns: %TRUE if it is made again; if nothing is left to redo, #ROSTER_GTK_ERROR_NOTHING_TO_REDO
 */
gboolean
roster_gtk_list_model_redo (RosterGtkListModel *self, GError **error)
{
  g_return_val_if_fail (ROSTER_GTK_IS_LIST_MODEL (self), FALSE);
  return is_open (self, error) && is_ok (roster_redo (self->list->handle, roster_text_of (NULL), NULL), error);
}

/**
 * roster_gtk_list_model_get_can_undo: (get-property can-undo)
 * @self: a list
 *
 * Returns: whether something is left to undo, also of what was changed before the list was opened
 */
gboolean
roster_gtk_list_model_get_can_undo (RosterGtkListModel *self)
{
  int32_t can_undo, can_redo;

  g_return_val_if_fail (ROSTER_GTK_IS_LIST_MODEL (self), FALSE);
  return self->list && roster_history (self->list->handle, roster_text_of (NULL), &can_undo, &can_redo) == ROSTER_OK
         && can_undo;
}

/**
 * roster_gtk_list_model_get_can_redo: (get-property can-redo)
 * @self: a list
 *
 * Returns: whether something is left to redo
 */
gboolean
roster_gtk_list_model_get_can_redo (RosterGtkListModel *self)
{
  int32_t can_undo, can_redo;

  g_return_val_if_fail (ROSTER_GTK_IS_LIST_MODEL (self), FALSE);
  return self->list && roster_history (self->list->handle, roster_text_of (NULL), &can_undo, &can_redo) == ROSTER_OK
         && can_redo;
}

/* ---- Searches ---- */

static void search_on_thread (RosterGtkListModel *self, const char *text);

static void
search_in_thread (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data, GCancellable *cancellable G_GNUC_UNUSED)
{
  Work *work = data;
  roster_code code = roster_list_search (work->list->handle, roster_text_of (work->text));

  if (code == ROSTER_OK)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, last_error (code));
}

static void
search_is_done (GObject *source G_GNUC_UNUSED, GAsyncResult *result, gpointer data G_GNUC_UNUSED)
{
  Work *work = g_task_get_task_data (G_TASK (result));
  RosterGtkListModel *self = g_weak_ref_get (&work->model);
  GError *error = NULL;

  if (!self)
    return;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    report (self, error);
  self->is_searching = FALSE;
  if (self->next_text && self->list)
    {
      char *text = g_steal_pointer (&self->next_text);

      search_on_thread (self, text);
      g_free (text);
    }
  else
    {
      g_object_notify_by_pspec (G_OBJECT (self), list_properties[LIST_SEARCHING]);
    }
  g_object_unref (self);
}

static void
search_on_thread (RosterGtkListModel *self, const char *text)
{
  GTask *task = g_task_new (NULL, NULL, search_is_done, NULL);

  self->is_searching = TRUE;
  g_task_set_task_data (task, work_new (self, NULL, text), work_free);
  g_task_run_in_thread (task, search_in_thread);
  g_object_unref (task);
}

/**
 * roster_gtk_list_model_search:
 * @self: a derived list whose definition has a search
 * @text: the text to search for; an empty one finds all
 *
 * Searches for another text, on a thread: one batch. If it is called again meanwhile, as for each letter that is typed,
 * only the last text is searched for then. #RosterGtkListModel:searching tells when it is done, and
 * #RosterGtkListModel:error why it failed.
 */
void
roster_gtk_list_model_search (RosterGtkListModel *self, const char *text)
{
  GError *error = NULL;

  g_return_if_fail (ROSTER_GTK_IS_LIST_MODEL (self));
  g_return_if_fail (text != NULL);
  if (!is_open (self, &error))
    {
      report (self, error);
    }
  else if (self->is_searching)
    {
      g_free (self->next_text);
      self->next_text = g_strdup (text);
    }
  else
    {
      search_on_thread (self, text);
      g_object_notify_by_pspec (G_OBJECT (self), list_properties[LIST_SEARCHING]);
    }
}

/* ---- What is shown ---- */

/**
 * roster_gtk_list_model_get_revision: (get-property revision)
 * @self: a list
 *
 * Returns: the revision that is shown
 */
gint64
roster_gtk_list_model_get_revision (RosterGtkListModel *self)
{
  g_return_val_if_fail (ROSTER_GTK_IS_LIST_MODEL (self), 0);
  return self->current.counts.revision;
}

/**
 * roster_gtk_list_model_get_error: (get-property error)
 * @self: a list
 *
 * Returns: (transfer none) (nullable): what #RosterGtkListModel:error says
 */
const GError *
roster_gtk_list_model_get_error (RosterGtkListModel *self)
{
  g_return_val_if_fail (ROSTER_GTK_IS_LIST_MODEL (self), NULL);
  return self->error;
}

/**
 * roster_gtk_list_model_find:
 * @self: a list
 * @id: the id of an item
 * @position: (out) (optional): its position
 *
 * Finds where an item is shown: O(log n).
 *
 * Returns: %TRUE if the list shows it
 */
gboolean
roster_gtk_list_model_find (RosterGtkListModel *self, gint64 id, guint *position)
{
  gint64 place = 0;
  gboolean is_found;

  g_return_val_if_fail (ROSTER_GTK_IS_LIST_MODEL (self), FALSE);
  is_found = self->target_split > 0 && snapshot_find (&self->target, id, &place, NULL, NULL)
             && place < self->target_split;
  if (!is_found)
    {
      is_found = self->current.handle && snapshot_find (&self->current, id, &place, NULL, NULL)
                 && place >= self->current_split;
      place += self->target_split - self->current_split;
    }
  if (is_found && position)
    *position = place;
  return is_found;
}

/**
 * roster_gtk_list_model_get_section:
 * @self: a list
 * @position: the position of an item
 * @start: (out): the position of the first item of its section
 * @end: (out): the position behind the last item of its section
 *
 * Finds the section that an item stands in, as gtk_section_model_get_section() does: behind the last item, the range is
 * from the number of items to %G_MAXUINT. Sections without items are in no range.
 */
void
roster_gtk_list_model_get_section (RosterGtkListModel *self, guint position, guint *start, guint *end)
{
  gint64 place = position;
  Snapshot *shown;
  Section section, other;

  g_return_if_fail (ROSTER_GTK_IS_LIST_MODEL (self));
  g_return_if_fail (start != NULL && end != NULL);
  *start = roster_gtk_list_model_get_n_items (G_LIST_MODEL (self));
  *end = G_MAXUINT;
  shown = shown_at (self, &place);
  if (!snapshot_section (shown, place, &section))
    return;
  /* Between two revisions, one part of the section may be shown as it is, and the other one as it was. */
  if (shown == &self->target)
    {
      *start = section.start;
      *end = MIN (section.end, self->target_split);
      if (section.end >= self->target_split && snapshot_section (&self->current, self->current_split, &other)
          && other.id == section.id)
        *end += other.end - self->current_split;
    }
  else
    {
      *start = self->target_split + MAX (section.start - self->current_split, 0);
      *end = self->target_split + section.end - self->current_split;
      if (section.start <= self->current_split && self->target_split > 0
          && snapshot_section (&self->target, self->target_split - 1, &other) && other.id == section.id)
        *start = other.start;
    }
}

/**
 * roster_gtk_list_model_dup_section_json:
 * @self: a list
 * @position: the position of an item
 *
 * Reads the model of the section that an item stands in, for a header.
 *
 * Returns: (transfer full) (nullable): JSON, "null" for a section without a model; %NULL behind the last item
 */
char *
roster_gtk_list_model_dup_section_json (RosterGtkListModel *self, guint position)
{
  gint64 place = position;
  Snapshot *shown;
  roster_item found;
  roster_section section;
  roster_bytes model = { 0 };

  g_return_val_if_fail (ROSTER_GTK_IS_LIST_MODEL (self), NULL);
  shown = shown_at (self, &place);
  if (place >= shown->counts.items || snapshot_item (shown, place, &found, NULL) != ROSTER_OK
      || roster_snapshot_section (shown->handle, found.section, &section, &model) != ROSTER_OK)
    return NULL;
  return take_string (&model);
}

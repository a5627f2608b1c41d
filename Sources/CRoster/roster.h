/* Roster: ordered, transactional lists on SQLite, for C and every language that calls C.

   Models, edits and annotations are JSON in UTF-8; everything that a renderer needs at once is plain structs. Models
   are kept in canonical form (RFC 8785): the members of objects are sorted, 1.0 is 1, -0 is 0, and a number from
   1e21 on may be written with an exponent.

       roster_file file;
       roster_list inbox;
       roster_open(roster_text_of("inbox.sqlite"), NULL, &file);
       roster_list_open(file, roster_text_of("inbox"), NULL, &inbox);
       roster_change(inbox, roster_text_of("[{\"do\":\"insert\",\"model\":{\"text\":\"Hello\"}}]"),
                     roster_text_of(""), NULL);

   Every function that can fail returns a roster_code, ROSTER_OK if it did what it says. If it returns anything
   else, it has changed nothing, has written nothing through its pointers, and roster_last_error() says why. A
   pointer that may be null is called so; any other null pointer is ROSTER_INVALID_ARGUMENT, except that of an array
   into which nothing is copied.

   Handles are numbers and never 0. A handle that was closed, is 0, is of another kind or is made up is
   ROSTER_INVALID_HANDLE. roster_close() closes any handle. A handle keeps what it needs: a list can be used after
   its file handle is closed.

   All functions may be called from all threads at once. Nothing is called on a thread of the library's own: what
   happens is pulled (roster_next), and a file descriptor tells when there is something to pull. After fork(), the
   child can use no handle: each function returns ROSTER_FORKED. */

#ifndef ROSTER_H
#define ROSTER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It is raised when something is added; what is there stays as it is. A function that
   was added later says since which version a library has it. */
#define ROSTER_INTERFACE_VERSION 5

/* Returns the version of the interface that the library has, at least that of the header it was made for. */
int32_t roster_interface_version(void);

/* ---- Results ---- */

/* What a function returns. Later versions may add codes. */
typedef int32_t roster_code;

enum {
  ROSTER_OK = 0,
  /* A pointer is null that must not be, a number is out of its range, or a struct has a size that is not known. */
  ROSTER_INVALID_ARGUMENT = 1,
  ROSTER_INVALID_HANDLE = 2,
  /* The process is a child that fork() made, which has no threads of the library. */
  ROSTER_FORKED = 3,
  /* A text is not JSON, or not the JSON that the function takes; `part` says where. */
  ROSTER_INVALID_JSON = 4,
  /* The list has no such item, section, key or revision; or a change is invalid for the list as it is. */
  ROSTER_INVALID_CHANGE = 5,
  ROSTER_NO_SUCH_ITEM = 6,
  ROSTER_NO_SUCH_SECTION = 7,
  /* Two items would have one key. Of edits that write both items, `part` names the last one. */
  ROSTER_DUPLICATE_KEY = 8,
  ROSTER_NOTHING_TO_UNDO = 9,
  ROSTER_NOTHING_TO_REDO = 10,
  /* Nothing came within the time. */
  ROSTER_TIMEOUT = 11,
  /* The list, file or subscription is closed. */
  ROSTER_CLOSED = 12,
  /* The file or its folder cannot be opened; or the list is not in the file, and was not to be created. Then `part` is
     "name". */
  ROSTER_UNREADABLE = 13,
  /* The file is no file of Roster's. */
  ROSTER_NOT_A_DATABASE = 14,
  ROSTER_NEWER_FORMAT = 15,
  ROSTER_CORRUPT = 16,
  ROSTER_READ_ONLY = 17,
  ROSTER_FULL = 18,
  /* Another process keeps the file locked. Nothing was changed; try again. */
  ROSTER_BUSY = 19,
  /* The list has no such revision, or another process has changed it and the list is not shared. */
  ROSTER_STALE = 20,
  /* The file was removed or replaced, or the list was removed. */
  ROSTER_REPLACED = 21,
  /* The revision is no longer kept. */
  ROSTER_COMPACTED = 22,
  /* The list is open in this process already, and not both are shared; or it is a derived list that is open in this
     process by another definition. */
  ROSTER_IN_USE = 23,
  /* The list has keys, and was opened to be changed without `key`; or a key is named, and it has none. */
  ROSTER_KEY_REQUIRED = 24,
  /* Storage has failed a change, and the list commits nothing until it is opened again. */
  ROSTER_SUSPENDED = 25,
  /* Anything else; the message says what. */
  ROSTER_FAILED = 26
};

/* Returns the name of a code, "busy" say, as a string that stays valid; "unknown" for others. */
const char *roster_code_name(roster_code code);

/* A text in UTF-8, not ended by a zero. `bytes` may be null if `count` is 0. As a parameter it belongs to the
   caller, and is read before the function returns. */
typedef struct roster_text {
  const char *bytes;
  size_t count;
} roster_text;

/* Returns a string of C as a text. The text has the bytes of the string. */
static inline roster_text roster_text_of(const char *string) {
  roster_text text = {string, string ? strlen(string) : 0};
  return text;
}

/* Bytes that a function has made, ended by a zero which `count` leaves out. They belong to the caller, who frees
   them by roster_free(). */
typedef struct roster_bytes {
  char *bytes;
  size_t count;
} roster_bytes;

/* Frees the bytes, and makes them none. Null, and none, are fine. */
void roster_free(roster_bytes *bytes);

/* Why a call failed. */
typedef struct roster_error {
  roster_code code;
  /* What happened, and what to do about it: for people, never with the contents of a model. */
  roster_text message;
  /* The part of the input that is wrong, "edits[2].item" say; none if it is no part. */
  roster_text part;
  /* The place in the list, -1 for none: where there is nothing, where a change would leave a hole, or of the model with
     the key of another item. */
  int64_t section;
  int64_t item;
  /* The oldest revision that is kept, with ROSTER_COMPACTED; else -1. */
  int64_t oldest_revision;
} roster_error;

/* Returns why the last call of this thread failed. Its texts stay valid until the next call that fails on this
   thread. Before the first one the code is ROSTER_OK. */
roster_error roster_last_error(void);

/* ---- Handles ---- */

typedef uint64_t roster_handle;
typedef roster_handle roster_file;
typedef roster_handle roster_list;
typedef roster_handle roster_snapshot;
typedef roster_handle roster_subscription;
typedef roster_handle roster_batch;

/* Closes any handle. A list waits for what is queued. A subscription ends: a thread that waits in roster_next()
   gets ROSTER_CLOSED. */
roster_code roster_close(roster_handle handle);

/* ---- Files ---- */

typedef struct roster_file_options {
  /* sizeof(roster_file_options). */
  size_t size;
  /* 1: a commit survives a power cut (`synchronous = FULL`). 0: it survives a crash of the process. */
  int32_t is_durable;
  int32_t is_read_only;
  /* 0: the file is not created if it does not exist. */
  int32_t may_create;
  /* How long a commit waits for other processes, in milliseconds. */
  int32_t busy_timeout;
} roster_file_options;

/* The options that hold without any: {sizeof, 0, 0, 1, 5000}. */
roster_file_options roster_default_file_options(void);

/* Opens a file, and creates it if it does not exist.

   path     A path, which is never taken for an address.
   options  May be null. */
roster_code roster_open(roster_text path, const roster_file_options *options, roster_file *file);

/* Makes a place for lists in memory: for tests, and for what need not last. */
roster_code roster_open_in_memory(roster_file *file);

/* Returns the lists of a file as JSON, by name:

       [{"name":"inbox","revision":12,"sections":1,"items":340}] */
roster_code roster_file_lists(roster_file file, roster_bytes *lists);

/* Removes a list with everything in it, and with the lists that are derived from it. None of them may be open in this
   process. It is ROSTER_OK as well if no list has the name; roster_file_lists() says which there are. */
roster_code roster_file_remove_list(roster_file file, roster_text name);

/* Looks for damage.

   findings  Gets a JSON array of sentences, which is empty for a sound file. */
roster_code roster_file_check(roster_file file, roster_bytes *findings);

/* ---- Lists ---- */

typedef struct roster_list_options {
  /* sizeof(roster_list_options). */
  size_t size;
  /* The member of the models that is the key of an item, "id" or "author.id" say: a text or an integer that no two
     items have in common. None if count is 0. A list has keys from the first opening with them on: every program
     that opens it to insert or update items gives the same member. */
  roster_text key;
  /* 1: other processes write the list as well, and what they do comes as batches. 0: this process alone does, and
     opens the list once. In memory it means nothing: a list is opened once there. */
  int32_t is_shared;
  /* 0: the list is not created if it does not exist. */
  int32_t may_create;
} roster_list_options;

/* The options that hold without any: {sizeof, no key, 1, 1}. */
roster_list_options roster_default_list_options(void);

/* Opens a list, and creates it if it does not exist.

   options  May be null. */
roster_code roster_list_open(
    roster_file file, roster_text name, const roster_list_options *options, roster_list *list);

/* Changes a list when its turn comes, by edits of which each means the list as those before it leave it. All of
   them are done, as one revision, or none is. When it returns, the change is committed.

   edits       A JSON array:
                 {"do":"insert","model":M}                     at the end of the last section
                 {"do":"insert","model":M,"section":3}         at the end of the section with the id 3
                 {"do":"insert","model":M,"before":ITEM}       or "after"; or "at":[section,item], or "at":item in the
                                                               last section
                 {"do":"update","item":ITEM,"model":M}
                 {"do":"upsert","model":M}                     by its key: updates an item, or inserts one at the end
                 {"do":"remove","item":ITEM}
                 {"do":"move","item":ITEM,"before":ITEM}       or "after", "at" or "section", as for "insert"; without
                                                               a place to the end of the last section
                 {"do":"insert_section","model":M,"at":0}      without "at" at the end; without "model" it has none
                 {"do":"update_section","section":3,"model":M}
                 {"do":"remove_section","section":3}
                 {"do":"move_section","section":3,"at":0}
               ITEM is the id of an item, 17; or {"key":"m-17"}; or {"at":[section,item]}; or {"edit":2}, what
               edits[2] has made. A section is an id or {"edit":2} as well.
   annotation  None, or a JSON object {"origin":"server","at":"2026-11-29T12:00:00Z","group":"typing",
               "userInfo":{},"undo":false}: who made the change, when, which changes are undone together, what the
               caller wants to find again, and whether undo takes it back (or, as a text, in which scope).
   result      May be null. Gets {"revision":13,"ids":[24,null]}: for each edit, the id of the item or section that
               it has inserted or updated by its key, else null. */
roster_code roster_change(
    roster_list list, roster_text edits, roster_text annotation, roster_bytes *result);

/* Applies one changeset, by the paths of the list as it is when its turn comes.

   entry   A line of a changeset log, with who made it and when (CHANGESETS.md):
             {"changeset":{"removedItems":[[0,2]],"insertedItems":[[[0,0],{"text":"Hello"}]]},"origin":"server"}
   result  May be null. Gets {"revision":13}.
   Returns ROSTER_INVALID_CHANGE for a changeset that does not fit the list, and ROSTER_DUPLICATE_KEY for one after which
   two items would have one key. The error names the part of it and the place that offend first:
   "entry.changeset.removedItems", 0, 2. */
roster_code roster_apply(roster_list list, roster_text entry, roster_bytes *result);

/* Makes a list equal to some contents by the smallest change: an item with the key of one of the contents stays the
   same item, is updated if its model differs, and moves if it must. It makes a revision even if nothing differs. The list
   must have been opened with `key`.

   contents    A JSON array of models, the items of one section; or
               {"sections":[{"model":"Today","items":[M,M]},{"items":[]}]}. Sections are recognised by their models,
               which differ, those without one by their order. Errors count items over all sections.
   annotation  As for roster_change().
   result      May be null. Gets {"revision":13}.

   Since version 3. */
roster_code roster_replace_contents(
    roster_list list, roster_text contents, roster_text annotation, roster_bytes *result);

/* Returns whether a list has something to undo and to redo in a scope, also after it was opened again.

   scope  As for roster_undo().

   Since version 3. */
roster_code roster_history(roster_list list, roster_text scope, int32_t *can_undo, int32_t *can_redo);

/* Takes back the last change that is not taken back yet, and with it all that follow each other in its group, by one
   batch for each.

   scope   None for the standard history, or the scope that annotations name.
   result  May be null. Gets {"revision":14}, that of the last batch.
   Returns ROSTER_STALE if another process has changed the list meanwhile: another call takes back what is last then. */
roster_code roster_undo(roster_list list, roster_text scope, roster_bytes *result);

/* Makes again what was undone last; otherwise as roster_undo(). */
roster_code roster_redo(roster_list list, roster_text scope, roster_bytes *result);

/* Removes old revisions, so that at least `revision_count` are kept, and returns the oldest that is left.

   oldest_revision  May be null. */
roster_code roster_compact(roster_list list, int64_t revision_count, int64_t *oldest_revision);

/* Returns the journal of a list as a changeset log (CHANGESETS.md), as `roster log` prints it: a line of JSON for each
   revision, which roster_apply() takes, between a header and what the list is in the end. If old revisions were removed,
   the first change makes the list as it was at the oldest one that is left. The whole log is in memory at once. Since
   version 4.

   log  Gets the lines, each ended by a line feed. */
roster_code roster_list_export(roster_list list, roster_bytes *log);

/* ---- Derived lists ---- */

/* Opens a list that shows another one filtered, sorted, grouped, limited or searched, and follows it. It has snapshots
   and batches like any other, items with the ids that they have in the source, and refuses changes: change the source.
   Close it before its source, behind which it follows nothing any more.

   The first call reads the whole source, and with "search" it writes an index of its words; changes of the source wait
   for that. Call it on a thread that may wait.

   name        Its name; it lies beside the source, in the same file, and is not read anew when it is opened again.
               Two that search for themselves have two names, since the text is kept with the list.
   definition  A JSON object, of which each part may be left out:
                 {"where":CONDITION,
                  "sorted":[{"by":"date","descending":true},"sender"],    the most important first
                  "sections":"day",              one section for each value, or {"of":"source"} for those of the source
                  "distinct":"author.id",        one item for each value, the first one; with "sorted", without "limit"
                                                         and "byRelevance"
                  "limit":200,                   or {"count":50,"from":"end","behind":100,"inEachSection":true}
                  "search":{"in":["title","notes"],"text":"lun noo",
                            "insideWords":true,          finds words by any part of them, and not by their beginnings only
                            "byRelevance":true},         the best matches first, then as sorted
                  "together":true}               each transaction of the source has the change of the list; without "search"
               "distinct", "insideWords", "byRelevance" and "together" are there since version 4.
               Members are named by their path, "author.id". A CONDITION is one of
                 {"member":"size","atLeast":10,"less":20}         "is", "isNot", "oneOf", "less", "atMost", "more",
                                                                  "atLeast", "contains", "beginsWith"; all must hold
                 {"all":[CONDITION,…]}  {"any":[CONDITION,…]}  {"not":CONDITION}
               Without "member" the model itself is compared; a member that is missing is null. Without "sections"
               the list has one section, which has no model. With another definition than before (but the text to
               search for, and "together") it is computed anew.

   With "together" a function that changes the source returns when the list shows the change as well, and another process
   finds both in the file or neither. Each transaction of the source makes one revision of the list, also if that shows
   nothing of it. A program that changes the source without such a list leaves it behind: it then follows, or is brought up
   to date by the next change of a program that has it open. The list never keeps its source from a change: if both cannot
   be stored, the source is stored alone. If that fails too, the function fails; a disk that fails may still keep the change
   of the source alone, and the list shows it when it is opened next.

   Returns ROSTER_IN_USE if the list is open in this process by another definition, or with another text to search for,
   also by that of roster_list_search(). By the same one it may be open several times, if its source is shared. */
roster_code roster_list_derive(
    roster_list list, roster_text name, roster_text definition, roster_list *derived);

/* Opens a list that shows several lists of one file as one: all items of the first, behind them those of the second,
   unless the definition sorts or groups them. Otherwise as roster_list_derive().

   Each list counts its items for itself, so an item has an id of its own here: roster_list_origin() says which item of
   which list it shows.

   lists       The lists, each once, in their order. Close the derived list before them. Opened again, it may have
               others: the items of those that stay keep their ids. It can have 64 in all its life.
   count       Their number, at least 1. A list of roster_list_derive() cannot become one of this, nor the other way.
   definition  As for roster_list_derive(). In place of the sections of the source, "sections" may be
                 {"of":"sources","models":["Home","Work"]}     one section for each list, with these models; with
                                                               "keepsEmpty":true also those without items
               The list cannot be kept together with its sources: "together" is refused.
   Returns ROSTER_INVALID_ARGUMENT if a list is there twice or of another file, ROSTER_INVALID_HANDLE if a handle is that
   of no list; `part` says which: "lists[1]".

   Since version 4. */
roster_code roster_list_derive_union(
    const roster_list *lists, size_t count, roster_text name, roster_text definition, roster_list *derived);

/* The item that an item of a derived list shows. */
typedef struct roster_origin {
  /* Which one of the lists has the item, counted from 0. */
  int64_t source;
  /* The id of the item there. */
  int64_t id;
} roster_origin;

/* Returns which item of which list the items of a derived list with an id show, whether the newest revision has one or
   not. ROSTER_NO_SUCH_ITEM if the id is that of a list which the derived one does not have.

   Since version 4. */
roster_code roster_list_origin(roster_list list, int64_t id, roster_origin *origin);

/* Searches a derived list whose definition has "search" for another text: one batch. When it returns, the list shows
   what is found. If it fails because the list cannot be brought up to date, the text counts from then on.
   Returns ROSTER_IN_USE if the list is open in this process a second time, with the former text. */
roster_code roster_list_search(roster_list list, roster_text text);

/* Waits until a derived list shows everything that its source, or each of its sources, had published before. */
roster_code roster_list_bring_up_to_date(roster_list list);

/* ---- Snapshots ---- */

/* A new list has no section; the first insertion makes one.

   Returns the list at a revision. It stays readable for as long as the handle is open, whatever is committed.

   revision  -1 for the newest one. */
roster_code roster_snapshot_open(roster_list list, int64_t revision, roster_snapshot *snapshot);

typedef struct roster_counts {
  int64_t revision;
  int64_t sections;
  int64_t items;
} roster_counts;

roster_code roster_snapshot_counts(roster_snapshot snapshot, roster_counts *counts);

/* A section of a snapshot. */
typedef struct roster_section {
  int64_t id;
  int64_t index;
  int64_t items;
} roster_section;

/* model  May be null. Gets the JSON of the section's model, "null" if it has none. */
roster_code roster_snapshot_section(
    roster_snapshot snapshot, int64_t index, roster_section *section, roster_bytes *model);

/* Returns the section with an id: O(log n); ROSTER_NO_SUCH_SECTION if it is not in the list at this revision. Since
   version 4.

   model  As for roster_snapshot_section(). */
roster_code roster_snapshot_find_section(
    roster_snapshot snapshot, int64_t id, roster_section *found, roster_bytes *model);

/* An item of a snapshot. */
typedef struct roster_item {
  int64_t id;
  int64_t section;
  int64_t item;
} roster_item;

/* Returns the item at a path: O(log n).

   section  -1 if `item` is counted over all sections.
   model    May be null. Gets the JSON of the model. */
roster_code roster_snapshot_item(
    roster_snapshot snapshot, int64_t section, int64_t item, roster_item *found, roster_bytes *model);

/* Returns how many items stand before a path, in all sections.

   Since version 3. */
roster_code roster_snapshot_offset(roster_snapshot snapshot, int64_t section, int64_t item, int64_t *offset);

/* Returns the item with an id; ROSTER_NO_SUCH_ITEM if it is not in the list at this revision. */
roster_code roster_snapshot_find(
    roster_snapshot snapshot, int64_t id, roster_item *found, roster_bytes *model);

/* Returns the item with a key, which is a JSON text or integer: "\"m-17\"". */
roster_code roster_snapshot_find_key(
    roster_snapshot snapshot, roster_text key, roster_item *found, roster_bytes *model);

/* Returns the models of neighbouring items of a section as a JSON array. A range beyond the end has fewer. */
roster_code roster_snapshot_models(
    roster_snapshot snapshot, int64_t section, int64_t start, int64_t count, roster_bytes *models);

/* Copies the ids and places of neighbouring items of a section, from `start` on and as many as fit, without their
   models.

   copied  Gets how many were copied. */
roster_code roster_snapshot_items(
    roster_snapshot snapshot, int64_t section, int64_t start, roster_item *items, size_t count, size_t *copied);

/* Returns the fingerprint of the contents, as `roster` prints it: 16 hexadecimal digits. */
roster_code roster_snapshot_fingerprint(roster_snapshot snapshot, roster_bytes *fingerprint);

/* ---- Batches ---- */

/* Subscribes to the batches of a list.

   revision  The revision that the subscriber has: the batches since then come first. -1 for the newest one. */
roster_code roster_subscribe(roster_list list, int64_t revision, roster_subscription *subscription);

/* Returns a file descriptor that is readable while a batch waits, or the subscription has ended: for poll(),
   g_unix_fd_add(), QSocketNotifier, asyncio's add_reader(). It belongs to the subscription: neither read nor close it,
   and take it out of your loop before you close the subscription, since its number is used again then. */
roster_code roster_subscription_descriptor(roster_subscription subscription, int32_t *descriptor);

/* Takes the next batch. Batches come in the order of their revisions, and none is left out.

   timeout  How long to wait, in milliseconds: 0 not at all, -1 for ever. Any other negative number is
            ROSTER_INVALID_ARGUMENT.
   batch    Gets a handle, which the caller closes.
   Returns ROSTER_TIMEOUT if none has come, ROSTER_CLOSED at the end. */
roster_code roster_next(roster_subscription subscription, int64_t timeout, roster_batch *batch);

typedef struct roster_batch_info {
  int64_t source_revision;
  int64_t target_revision;
  /* The number of operations. */
  int64_t operations;
} roster_batch_info;

roster_code roster_batch_describe(roster_batch batch, roster_batch_info *info);

/* Returns the whole batch as a line of batches has it (CHANGESETS.md): the counts of both lists, what is removed,
   moved, inserted and updated by the paths of the list before and behind it, the operations with their models, and
   what was said about the change. */
roster_code roster_batch_json(roster_batch batch, roster_bytes *line);

enum {
  /* Remove `count` items of `section` from `start` on. */
  ROSTER_REMOVE_ITEMS = 1,
  /* Remove `count` sections from `start` on, with the items that are still in them. */
  ROSTER_REMOVE_SECTIONS = 2,
  /* Insert `count` empty sections, the first at `start`. */
  ROSTER_INSERT_SECTIONS = 3,
  /* Take the section at `start` out and put it in again so that it stands at `target`. */
  ROSTER_MOVE_SECTION = 4,
  /* Insert `count` items into `section`, the first at `start`. */
  ROSTER_INSERT_ITEMS = 5,
  /* Take the item at `section`, `start` out and put it in again so that it stands at `target_section`, `target`. */
  ROSTER_MOVE_ITEM = 6,
  /* Give `count` items of `section` from `start` on new models. */
  ROSTER_UPDATE_ITEMS = 7,
  /* Give the section at `start` a new model. */
  ROSTER_UPDATE_SECTION = 8
};

/* One edit. Each uses the indexes of the list as the one before has left it. Numbers that a kind does not use are
   -1. */
typedef struct roster_operation {
  int32_t kind;
  int64_t section;
  int64_t start;
  int64_t count;
  int64_t target_section;
  int64_t target;
} roster_operation;

/* Copies operations, from `start` on and as many as fit. Insertions of items come behind all removals and moves, and
   updates behind those, both in ascending order: their indexes are those of the target.

   copied  Gets how many were copied. */
roster_code roster_batch_operations(
    roster_batch batch, int64_t start, roster_operation *operations, size_t count, size_t *copied);

/* Returns the models of an operation as a JSON array, in the order of its items or sections; an empty one if it
   has none. */
roster_code roster_batch_models(roster_batch batch, int64_t operation, roster_bytes *models);

/* Copies the ids of the items or sections that an operation inserts or updates, in the order of their models, from
   `start` on and as many as fit. An operation that inserts and updates nothing has none. Since version 4.

   copied  Gets how many were copied. */
roster_code roster_batch_ids(
    roster_batch batch, int64_t operation, int64_t start, int64_t *ids, size_t count, size_t *copied);

/* Neighbouring items that give way to others: of the source those from `source_start` on, `removed` of them, to
   `inserted` ones of the target from `target_start` on. The starts are counted over all sections. */
typedef struct roster_replacement {
  int64_t source_start;
  int64_t removed;
  int64_t target_start;
  int64_t inserted;
} roster_replacement;

/* Copies what a batch does, from `start` on and as many as fit, for a view that shows all items as one row and knows
   no moves. They ascend, and items that stay lie between them; as many stay as can. An item that moves is removed and
   inserted. One that only has a new model, or comes to stand in another section at the same place among all items, is
   no part of it.

   copied  Gets how many were copied.

   Since version 3. */
roster_code roster_batch_replacements(
    roster_batch batch, int64_t start, roster_replacement *replacements, size_t count, size_t *copied);

/* Copies where the items with new models stand in the target, counted over all sections, ascending; from `start` on
   and as many as fit.

   copied  Gets how many were copied.

   Since version 3. */
roster_code roster_batch_updates(
    roster_batch batch, int64_t start, int64_t *offsets, size_t count, size_t *copied);

/* Returns where an item of the source stands in the target: -1, -1 if it is removed. O(log k) for k changes. */
roster_code roster_batch_target(
    roster_batch batch, int64_t section, int64_t item, int64_t *target_section, int64_t *target_item);

/* Returns where an item of the target stood in the source: -1, -1 if it is inserted. */
roster_code roster_batch_source(
    roster_batch batch, int64_t section, int64_t item, int64_t *source_section, int64_t *source_item);

/* What a view keeps at its place on the screen. */
typedef struct roster_anchor {
  /* The id of the item; -1 if none stays. */
  int64_t id;
  /* Where it stood in the source; -1, -1 if the batch inserts it. */
  int64_t source_section;
  int64_t source_item;
  /* Where it stands in the target. */
  int64_t target_section;
  int64_t target_item;
} roster_anchor;

/* Returns what a view that shows an item, as its first row say, keeps at its place on the screen: the item, or, if the
   batch removes it, the item that stays and stood nearest to it, counted over all sections; of two, the one behind it.

     source  a b c d     remove b and c, insert x at 0, 0
     target  x a d       of b it is a, from 0, 0 to 0, 1; of c it is d; of x it is x, from -1, -1 to 0, 0

   id  The id of an item of the source or the target; ROSTER_NO_SUCH_ITEM if neither has it.

   Since version 5. */
roster_code roster_batch_anchor(roster_batch batch, int64_t id, roster_anchor *anchor);

/* Returns the list behind the batch, or before it. */
roster_code roster_batch_snapshot(roster_batch batch, int32_t is_source, roster_snapshot *snapshot);

#ifdef __cplusplus
}
#endif
#endif

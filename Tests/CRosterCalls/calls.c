#define _GNU_SOURCE
#include "calls.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../Sources/CRoster/roster.h"

#define TEXT(string) roster_text_of(string)
#define NONE roster_text_of(NULL)

/* Ends the function with a message unless the condition holds. */
#define CHECK(condition)                                                                       \
  do {                                                                                         \
    if (!(condition)) return failure(#condition, __LINE__);                                    \
  } while (0)
#define OK(call) CHECK((call) == ROSTER_OK)
#define FAILS(wanted, call)                                                                    \
  do {                                                                                         \
    roster_code code = (call);                                                                 \
    if (code != (wanted)) return unexpected(#call, code, __LINE__);                            \
    if (roster_last_error().code != (wanted) || roster_last_error().message.count == 0)        \
      return failure("last error of " #call, __LINE__);                                        \
  } while (0)

static char *failure(const char *what, int line) {
  char *text = NULL;
  roster_error error = roster_last_error();
  if (asprintf(
          &text, "line %d: %s (last error %s: %.*s)", line, what, roster_code_name(error.code),
          (int)error.message.count, error.message.bytes ? error.message.bytes : "") < 0)
    return strdup(what);
  return text;
}

static char *unexpected(const char *what, roster_code code, int line) {
  char text[512];
  snprintf(text, sizeof text, "%s returned %s", what, roster_code_name(code));
  return failure(text, line);
}

static int is(roster_bytes *bytes, const char *wanted) {
  int same = bytes->bytes && strcmp(bytes->bytes, wanted) == 0 && bytes->count == strlen(wanted);
  if (!same) fprintf(stderr, "got %s\nnot %s\n", bytes->bytes ? bytes->bytes : "nothing", wanted);
  roster_free(bytes);
  return same;
}

/* Whether the part of the input that the last call has refused has a name. */
static int names(const char *part) {
  roster_text named = roster_last_error().part;
  return named.count == strlen(part) && memcmp(named.bytes, part, named.count) == 0;
}

static int says(const char *words) {
  roster_text message = roster_last_error().message;
  return memmem(message.bytes, message.count, words, strlen(words)) != NULL;
}

static int lines(const roster_bytes *bytes) {
  int count = 0;
  for (size_t index = 0; index < bytes->count; index++) count += bytes->bytes[index] == '\n';
  return count;
}

/* Makes a list in memory by the changes of a log, and compares it with the one that the log is of. */
static char *replay(const roster_bytes *log, roster_list list) {
  roster_file file;
  roster_list copy;
  OK(roster_open_in_memory(&file));
  OK(roster_list_open(file, TEXT("copy"), NULL, &copy));
  const char *line = log->bytes;
  while ((line = strchr(line, '\n')) && strncmp(++line, "{\"expect\"", 9) != 0) {
    const char *end = strchr(line, '\n');
    CHECK(end);
    roster_text entry = {line, (size_t)(end - line)};
    OK(roster_apply(copy, entry, NULL));
  }
  CHECK(line);
  roster_list lists[] = {list, copy};
  roster_bytes fingerprints[2] = {{0}, {0}};
  for (int index = 0; index < 2; index++) {
    roster_snapshot snapshot;
    OK(roster_snapshot_open(lists[index], -1, &snapshot));
    OK(roster_snapshot_fingerprint(snapshot, &fingerprints[index]));
    OK(roster_close(snapshot));
  }
  CHECK(strstr(line, fingerprints[0].bytes));
  CHECK(is(&fingerprints[1], fingerprints[0].bytes));
  roster_free(&fingerprints[0]);
  OK(roster_close(copy));
  OK(roster_close(file));
  return NULL;
}

/* ---- What a program does ---- */

char *calls_use(const char *path) {
  roster_file file;
  roster_list inbox, derived;
  roster_bytes bytes = {0};
  CHECK(roster_interface_version() >= ROSTER_INTERFACE_VERSION);
  CHECK(roster_last_error().code == ROSTER_OK);
  OK(roster_open(TEXT(path), NULL, &file));
  roster_list_options options = roster_default_list_options();
  options.key = TEXT("author.id");
  OK(roster_list_open(file, TEXT("inbox"), &options, &inbox));
  roster_subscription subscription;
  OK(roster_subscribe(inbox, -1, &subscription));
  int32_t descriptor = -1;
  OK(roster_subscription_descriptor(subscription, &descriptor));
  struct pollfd readable = {descriptor, POLLIN, 0};
  CHECK(poll(&readable, 1, 0) == 0);
  roster_batch batch;
  FAILS(ROSTER_TIMEOUT, roster_next(subscription, 0, &batch));

  OK(roster_change(
      inbox,
      TEXT("[{\"do\":\"insert_section\",\"model\":\"Today\"},"
           "{\"do\":\"insert\",\"model\":{\"author\":{\"id\":\"a\"},\"text\":\"Hello\"}},"
           "{\"do\":\"insert\",\"model\":{\"author\":{\"id\":7},\"text\":\"Hi\"},\"before\":{\"key\":\"a\"}},"
           "{\"do\":\"upsert\",\"model\":{\"author\":{\"id\":\"a\"},\"text\":\"Hello!\"}}]"),
      TEXT("{\"origin\":\"test\",\"userInfo\":{\"n\":1}}"), &bytes));
  CHECK(is(&bytes, "{\"ids\":[1,1,2,1],\"revision\":1}"));
  CHECK(poll(&readable, 1, 5000) == 1);
  OK(roster_next(subscription, -1, &batch));
  CHECK(poll(&readable, 1, 0) == 0);
  roster_batch_info info;
  OK(roster_batch_describe(batch, &info));
  CHECK(info.source_revision == 0 && info.target_revision == 1 && info.operations == 2);
  roster_operation operations[4];
  size_t copied = 99;
  OK(roster_batch_operations(batch, 0, operations, 4, &copied));
  CHECK(copied == 2 && operations[0].kind == ROSTER_INSERT_SECTIONS && operations[0].start == 0);
  CHECK(operations[0].count == 1 && operations[0].section == -1 && operations[0].target == -1);
  CHECK(operations[1].kind == ROSTER_INSERT_ITEMS && operations[1].section == 0);
  CHECK(operations[1].start == 0 && operations[1].count == 2);
  OK(roster_batch_operations(batch, 1, operations, 1, &copied));
  CHECK(copied == 1 && operations[0].kind == ROSTER_INSERT_ITEMS);
  OK(roster_batch_operations(batch, 2, NULL, 4, &copied));
  CHECK(copied == 0);
  roster_replacement replacements[2];
  OK(roster_batch_replacements(batch, 0, replacements, 2, &copied));
  CHECK(copied == 1 && replacements[0].source_start == 0 && replacements[0].removed == 0);
  CHECK(replacements[0].target_start == 0 && replacements[0].inserted == 2);
  int64_t offsets[2];
  OK(roster_batch_updates(batch, 0, offsets, 2, &copied));
  CHECK(copied == 0);
  OK(roster_batch_models(batch, 1, &bytes));
  CHECK(is(&bytes, "[{\"author\":{\"id\":7},\"text\":\"Hi\"},{\"author\":{\"id\":\"a\"},\"text\":\"Hello!\"}]"));
  OK(roster_batch_models(batch, 0, &bytes));
  CHECK(is(&bytes, "[\"Today\"]"));
  int64_t ids[4] = {9, 9, 9, 9};
  OK(roster_batch_ids(batch, 0, 0, ids, 4, &copied));
  CHECK(copied == 1 && ids[0] == 1 && ids[1] == 9);
  OK(roster_batch_ids(batch, 1, 0, ids, 4, &copied));
  CHECK(copied == 2 && ids[0] == 2 && ids[1] == 1 && ids[2] == 9);
  OK(roster_batch_ids(batch, 1, 1, ids, 1, &copied));
  CHECK(copied == 1 && ids[0] == 1);
  OK(roster_batch_ids(batch, 1, 2, NULL, 4, &copied));
  CHECK(copied == 0);
  OK(roster_batch_json(batch, &bytes));
  CHECK(strstr(bytes.bytes, "\"origin\":\"test\"") && strstr(bytes.bytes, "\"userInfo\":{\"n\":1}"));
  CHECK(bytes.bytes[0] == '{' && bytes.bytes[bytes.count - 1] == '}');
  roster_free(&bytes);
  OK(roster_close(batch));

  roster_snapshot before, now;
  OK(roster_snapshot_open(inbox, -1, &before));
  OK(roster_change(
      inbox,
      TEXT("[{\"do\":\"move\",\"item\":2,\"after\":1},{\"do\":\"remove\",\"item\":{\"at\":[0,0]}},"
           "{\"do\":\"insert\",\"model\":{\"author\":{\"id\":8}},\"at\":[0,1]},"
           "{\"do\":\"update\",\"item\":{\"key\":7},\"model\":{\"author\":{\"id\":7},\"text\":\"Bye\"}}]"),
      NONE, &bytes));
  CHECK(is(&bytes, "{\"ids\":[null,null,3,null],\"revision\":2}"));
  OK(roster_next(subscription, 5000, &batch));
  int64_t section = 9, item = 9;
  OK(roster_batch_target(batch, 0, 0, &section, &item));
  CHECK(section == 0 && item == 0);
  OK(roster_batch_target(batch, 0, 1, &section, &item));
  CHECK(section == -1 && item == -1);
  OK(roster_batch_source(batch, 0, 1, &section, &item));
  CHECK(section == -1 && item == -1);
  /* The source is 2, 1, and the target is 2, 3. */
  roster_anchor anchor;
  OK(roster_batch_anchor(batch, 2, &anchor));
  CHECK(anchor.id == 2 && anchor.source_section == 0 && anchor.source_item == 0);
  CHECK(anchor.target_section == 0 && anchor.target_item == 0);
  OK(roster_batch_anchor(batch, 1, &anchor));
  CHECK(anchor.id == 2 && anchor.source_item == 0 && anchor.target_item == 0);
  OK(roster_batch_anchor(batch, 3, &anchor));
  CHECK(anchor.id == 3 && anchor.source_section == -1 && anchor.source_item == -1);
  CHECK(anchor.target_section == 0 && anchor.target_item == 1);
  FAILS(ROSTER_NO_SUCH_ITEM, roster_batch_anchor(batch, 4, &anchor));
  OK(roster_batch_snapshot(batch, 0, &now));
  OK(roster_close(batch));
  roster_counts counts;
  OK(roster_snapshot_counts(now, &counts));
  CHECK(counts.revision == 2 && counts.sections == 1 && counts.items == 2);
  OK(roster_snapshot_counts(before, &counts));
  CHECK(counts.revision == 1 && counts.items == 2);
  roster_item found;
  OK(roster_snapshot_item(before, 0, 1, &found, &bytes));
  CHECK(found.id == 1 && is(&bytes, "{\"author\":{\"id\":\"a\"},\"text\":\"Hello!\"}"));
  int64_t offset;
  OK(roster_snapshot_offset(before, 0, 1, &offset));
  CHECK(offset == 1);
  OK(roster_snapshot_item(before, -1, offset, &found, NULL));
  CHECK(found.id == 1 && found.section == 0 && found.item == 1);
  OK(roster_snapshot_find(now, 2, &found, &bytes));
  CHECK(found.section == 0 && found.item == 0);
  CHECK(is(&bytes, "{\"author\":{\"id\":7},\"text\":\"Bye\"}"));
  FAILS(ROSTER_NO_SUCH_ITEM, roster_snapshot_find(now, 1, &found, NULL));
  OK(roster_snapshot_find_key(now, TEXT("8"), &found, NULL));
  CHECK(found.id == 3 && found.item == 1);
  FAILS(ROSTER_NO_SUCH_ITEM, roster_snapshot_find_key(now, TEXT("\"8\""), &found, NULL));
  roster_section today;
  OK(roster_snapshot_section(now, 0, &today, &bytes));
  CHECK(today.id == 1 && today.index == 0 && today.items == 2 && is(&bytes, "\"Today\""));
  today = (roster_section){9, 9, 9};
  OK(roster_snapshot_find_section(now, 1, &today, &bytes));
  CHECK(today.id == 1 && today.index == 0 && today.items == 2 && is(&bytes, "\"Today\""));
  OK(roster_snapshot_find_section(now, 1, &today, NULL));
  FAILS(ROSTER_NO_SUCH_SECTION, roster_snapshot_find_section(now, 2, &today, NULL));
  OK(roster_snapshot_models(now, 0, 1, INT64_MAX, &bytes));
  CHECK(is(&bytes, "[{\"author\":{\"id\":8}}]"));
  roster_item items[3];
  OK(roster_snapshot_items(now, 0, 0, items, 3, &copied));
  CHECK(copied == 2 && items[0].id == 2 && items[1].id == 3 && items[1].section == 0 && items[1].item == 1);
  OK(roster_snapshot_items(now, 0, 1, items, SIZE_MAX, &copied));
  CHECK(copied == 1 && items[0].id == 3);
  OK(roster_snapshot_items(now, 0, 7, NULL, 3, &copied));
  CHECK(copied == 0);
  OK(roster_snapshot_models(now, 0, 5, 1, &bytes));
  CHECK(is(&bytes, "[]"));
  roster_bytes first = {0}, second = {0};
  OK(roster_snapshot_fingerprint(now, &first));

  OK(roster_undo(inbox, NONE, &bytes));
  CHECK(is(&bytes, "{\"revision\":3}"));
  int32_t can_undo = -1, can_redo = -1;
  OK(roster_history(inbox, NONE, &can_undo, &can_redo));
  CHECK(can_undo == 1 && can_redo == 1);
  OK(roster_history(inbox, TEXT("drawing"), &can_undo, &can_redo));
  CHECK(can_undo == 0 && can_redo == 0);
  FAILS(ROSTER_INVALID_ARGUMENT, roster_history(inbox, NONE, NULL, &can_redo));
  FAILS(ROSTER_NOTHING_TO_UNDO, roster_undo(inbox, TEXT("drawing"), NULL));
  OK(roster_redo(inbox, NONE, NULL));
  FAILS(ROSTER_NOTHING_TO_REDO, roster_redo(inbox, NONE, NULL));
  roster_snapshot again;
  OK(roster_snapshot_open(inbox, -1, &again));
  OK(roster_snapshot_fingerprint(again, &second));
  CHECK(first.count == 16 && strcmp(first.bytes, second.bytes) == 0);
  roster_free(&first);
  CHECK(first.bytes == NULL && first.count == 0);
  roster_free(&first);
  roster_free(&second);
  OK(roster_apply(
      inbox, TEXT("{\"changeset\":{\"removedItems\":[[0,0]]},\"origin\":\"log\",\"undo\":false}"), &bytes));
  CHECK(is(&bytes, "{\"revision\":5}"));
  OK(roster_change(
      inbox, TEXT("[{\"do\":\"insert\",\"model\":{\"author\":{\"id\":9}}}]"), TEXT("{\"undo\":\"drawing\"}"), NULL));
  OK(roster_undo(inbox, TEXT("drawing"), NULL));

  /* A list that shows what is left in another form. */
  roster_snapshot shown;
  OK(roster_list_derive(
      inbox, TEXT("ids"),
      TEXT("{\"where\":{\"member\":\"author.id\",\"is\":8},\"search\":{\"in\":[\"author.name\"]}}"), &derived));
  OK(roster_list_bring_up_to_date(derived));
  OK(roster_snapshot_open(derived, -1, &shown));
  OK(roster_snapshot_models(shown, 0, 0, 9, &bytes));
  CHECK(is(&bytes, "[{\"author\":{\"id\":8}}]"));
  OK(roster_snapshot_item(shown, 0, 0, &found, NULL));
  CHECK(found.id == 3);
  OK(roster_close(shown));
  OK(roster_list_search(derived, TEXT("ada")));
  OK(roster_snapshot_open(derived, -1, &shown));
  OK(roster_snapshot_counts(shown, &counts));
  CHECK(counts.items == 0 && counts.sections == 1);
  OK(roster_close(shown));
  FAILS(ROSTER_INVALID_CHANGE, roster_change(derived, TEXT("[{\"do\":\"remove\",\"item\":3}]"), NONE, NULL));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_search(inbox, TEXT("ada")));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_bring_up_to_date(inbox));
  /* A process shows one thing under one name. */
  roster_list same;
  const char *searched = "{\"where\":{\"member\":\"author.id\",\"is\":8},\"search\":{\"in\":[\"author.name\"]}}";
  FAILS(ROSTER_IN_USE, roster_list_derive(inbox, TEXT("ids"), TEXT(searched), &same));
  OK(roster_list_search(derived, TEXT("")));
  OK(roster_list_derive(inbox, TEXT("ids"), TEXT(searched), &same));
  FAILS(ROSTER_IN_USE, roster_list_search(derived, TEXT("ada")));
  OK(roster_close(same));
  OK(roster_list_search(derived, TEXT("ada")));
  OK(roster_close(derived));
  OK(roster_list_derive(inbox, TEXT("all"), TEXT("{}"), &derived));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_search(derived, TEXT("ada")));
  FAILS(ROSTER_IN_USE, roster_list_derive(inbox, TEXT("all"), TEXT("{\"sorted\":[\"author.id\"],\"limit\":1}"), &same));
  OK(roster_list_derive(inbox, TEXT("all"), TEXT("{}"), &same));
  OK(roster_close(same));
  OK(roster_list_bring_up_to_date(derived));
  roster_origin origin;
  OK(roster_list_origin(derived, 3, &origin));
  CHECK(origin.source == 0 && origin.id == 3);
  OK(roster_close(derived));

  /* Several lists as one. */
  roster_list drafts;
  OK(roster_list_open(file, TEXT("drafts"), NULL, &drafts));
  OK(roster_change(drafts, TEXT("[{\"do\":\"insert\",\"model\":1},{\"do\":\"insert\",\"model\":2}]"), NONE, NULL));
  roster_list sources[] = {drafts, inbox};
  OK(roster_list_derive_union(
      sources, 2, TEXT("both"), TEXT("{\"sections\":{\"of\":\"sources\",\"models\":[\"Drafts\",\"Inbox\"]}}"),
      &derived));
  OK(roster_snapshot_open(derived, -1, &shown));
  OK(roster_snapshot_models(shown, 1, 0, 9, &bytes));
  CHECK(is(&bytes, "[{\"author\":{\"id\":8}}]"));
  OK(roster_snapshot_item(shown, 1, 0, &found, NULL));
  OK(roster_close(shown));
  OK(roster_list_origin(derived, found.id, &origin));
  CHECK(origin.source == 1 && origin.id == 3);
  OK(roster_change(drafts, TEXT("[{\"do\":\"remove\",\"item\":1}]"), NONE, NULL));
  OK(roster_list_bring_up_to_date(derived));
  OK(roster_snapshot_open(derived, -1, &shown));
  OK(roster_snapshot_counts(shown, &counts));
  CHECK(counts.items == 2 && counts.sections == 2);
  OK(roster_close(shown));
  /* The first item of a third list would have this id. */
  FAILS(ROSTER_NO_SUCH_ITEM, roster_list_origin(derived, 2 * 64 + 1, &origin));
  FAILS(ROSTER_NO_SUCH_ITEM, roster_list_origin(derived, INT64_MIN, &origin));
  OK(roster_close(derived));

  /* A list that is kept together shows a change as soon as that is made, and has a revision also of what it does not
     show. */
  const char *together = "{\"where\":{\"atLeast\":2},\"together\":true}";
  OK(roster_list_derive(drafts, TEXT("kept"), TEXT(together), &derived));
  OK(roster_change(drafts, TEXT("[{\"do\":\"insert\",\"model\":3},{\"do\":\"insert\",\"model\":0}]"), NONE, NULL));
  OK(roster_snapshot_open(derived, -1, &shown));
  OK(roster_snapshot_models(shown, 0, 0, 9, &bytes));
  CHECK(is(&bytes, "[2,3]"));
  OK(roster_close(shown));
  OK(roster_change(drafts, TEXT("[{\"do\":\"insert\",\"model\":1}]"), NONE, NULL));
  OK(roster_snapshot_open(derived, -1, &shown));
  OK(roster_snapshot_counts(shown, &counts));
  CHECK(counts.items == 2 && counts.revision == 3);
  OK(roster_close(shown));
  OK(roster_undo(drafts, NONE, NULL));
  OK(roster_undo(drafts, NONE, NULL));
  OK(roster_snapshot_open(derived, -1, &shown));
  OK(roster_snapshot_counts(shown, &counts));
  CHECK(counts.items == 1 && counts.revision == 5);
  OK(roster_close(shown));
  OK(roster_close(derived));
  /* It is the same definition if it only follows: nothing is made anew. */
  OK(roster_list_derive(drafts, TEXT("kept"), TEXT("{\"where\":{\"atLeast\":2}}"), &derived));
  OK(roster_snapshot_open(derived, -1, &shown));
  OK(roster_snapshot_counts(shown, &counts));
  CHECK(counts.items == 1 && counts.revision == 5);
  OK(roster_close(shown));
  OK(roster_close(derived));
  OK(roster_close(drafts));

  /* A subscriber that was away gets what it has missed. */
  roster_subscription late;
  roster_batch kept = 0;
  OK(roster_subscribe(inbox, 1, &late));
  for (int revision = 2; revision <= 7; revision++) {
    OK(roster_next(late, 5000, &batch));
    if (revision == 2) {
      kept = batch;
      continue;
    }
    OK(roster_batch_describe(batch, &info));
    CHECK(info.target_revision == revision);
    OK(roster_close(batch));
  }
  OK(roster_file_lists(file, &bytes));
  CHECK(strstr(bytes.bytes, "{\"items\":1,\"name\":\"inbox\",\"revision\":7,\"sections\":1}"));
  roster_free(&bytes);
  FAILS(ROSTER_IN_USE, roster_file_remove_list(file, TEXT("inbox")));
  OK(roster_list_export(inbox, &bytes));
  CHECK(strncmp(bytes.bytes, "{\"changesetLog\":1,\"name\":\"inbox\"}\n", 34) == 0 && lines(&bytes) == 9);
  char *difference = replay(&bytes, inbox);
  if (difference) return difference;
  roster_free(&bytes);
  int64_t oldest = -1;
  OK(roster_close(late));
  OK(roster_close(subscription));
  OK(roster_compact(inbox, 1, &oldest));
  CHECK(oldest >= 5 && oldest <= 6);
  FAILS(ROSTER_COMPACTED, roster_snapshot_open(inbox, 1, &now));
  CHECK(roster_last_error().oldest_revision == oldest);
  OK(roster_list_export(inbox, &bytes));
  CHECK(strstr(bytes.bytes, "\"firstRevision\":") && lines(&bytes) == 3 + 7 - oldest);
  difference = replay(&bytes, inbox);
  if (difference) return difference;
  roster_free(&bytes);
  OK(roster_replace_contents(
      inbox, TEXT("{\"sections\":[{\"items\":[{\"author\":{\"id\":8},\"text\":\"Hm\"}]},{\"model\":\"Done\",\"items\":[]}]}"),
      NONE, &bytes));
  CHECK(is(&bytes, "{\"revision\":8}"));
  FAILS(ROSTER_INVALID_JSON, roster_replace_contents(inbox, TEXT("[{]"), NONE, NULL));
  FAILS(ROSTER_INVALID_JSON, roster_replace_contents(inbox, TEXT("{\"sections\":[{}]}"), NONE, NULL));
  FAILS(ROSTER_INVALID_CHANGE, roster_replace_contents(inbox, TEXT("[{\"id\":8}]"), NONE, NULL));
  CHECK(roster_last_error().item == 0);
  OK(roster_file_check(file, &bytes));
  CHECK(is(&bytes, "[]"));

  /* The file is closed with its list, whatever was closed first. */
  OK(roster_close(file));
  FAILS(ROSTER_INVALID_HANDLE, roster_file_lists(file, &bytes));
  OK(roster_snapshot_item(again, 0, 0, &found, NULL));
  OK(roster_close(inbox));

  /* A batch says what it has also when its revisions are removed, and its list is closed, before it is read first. */
  OK(roster_batch_describe(kept, &info));
  CHECK(info.source_revision == 1 && info.target_revision == 2 && info.operations == 3);
  OK(roster_batch_operations(kept, 0, operations, 4, &copied));
  CHECK(copied == 3 && operations[0].kind == ROSTER_REMOVE_ITEMS && operations[1].kind == ROSTER_INSERT_ITEMS);
  CHECK(operations[2].kind == ROSTER_UPDATE_ITEMS);
  OK(roster_batch_models(kept, 0, &bytes));
  CHECK(is(&bytes, "[]"));
  OK(roster_batch_ids(kept, 0, 0, ids, 4, &copied));
  CHECK(copied == 0);
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_ids(kept, 0, -1, ids, 4, &copied));
  OK(roster_batch_models(kept, 1, &bytes));
  CHECK(is(&bytes, "[{\"author\":{\"id\":8}}]"));
  OK(roster_batch_ids(kept, 1, 0, ids, 4, &copied));
  CHECK(copied == 1 && ids[0] == 3);
  OK(roster_batch_models(kept, 2, &bytes));
  CHECK(is(&bytes, "[{\"author\":{\"id\":7},\"text\":\"Bye\"}]"));
  OK(roster_batch_ids(kept, 2, 0, ids, 4, &copied));
  CHECK(copied == 1 && ids[0] == 2);
  OK(roster_close(kept));
  OK(roster_close(again));
  OK(roster_close(before));
  OK(roster_close(now));
  OK(roster_open(TEXT(path), NULL, &file));
  OK(roster_file_remove_list(file, TEXT("ids")));
  OK(roster_file_remove_list(file, TEXT("inbox")));
  OK(roster_file_remove_list(file, TEXT("drafts")));
  OK(roster_file_lists(file, &bytes));
  CHECK(is(&bytes, "[]"));
  OK(roster_close(file));
  return NULL;
}

/* ---- What no program should do ---- */

char *calls_hostile(const char *path) {
  roster_file file;
  roster_list list, other;
  roster_snapshot snapshot;
  roster_batch batch;
  roster_item item;
  roster_origin origin;
  roster_bytes bytes = {0};
  FAILS(ROSTER_INVALID_ARGUMENT, roster_open(TEXT(path), NULL, NULL));
  roster_text wild = {NULL, 7};
  FAILS(ROSTER_INVALID_ARGUMENT, roster_open(wild, NULL, &file));
  FAILS(ROSTER_UNREADABLE, roster_open(TEXT("/no/such/folder/list.sqlite"), NULL, &file));
  FAILS(ROSTER_UNREADABLE, roster_open(TEXT(":memory:"), NULL, &file));
  roster_text negative = {"abc", (size_t)-1};
  FAILS(ROSTER_INVALID_ARGUMENT, roster_open(negative, NULL, &file));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_open(TEXT("a\xff"), NULL, &file));
  roster_file_options options = {0};
  FAILS(ROSTER_INVALID_ARGUMENT, roster_open(TEXT(path), &options, &file));
  options = roster_default_file_options();
  options.may_create = 0;
  FAILS(ROSTER_UNREADABLE, roster_open(TEXT(path), &options, &file));
  options.busy_timeout = -1;
  FAILS(ROSTER_INVALID_ARGUMENT, roster_open(TEXT(path), &options, &file));
  FAILS(ROSTER_NOT_A_DATABASE, roster_open(TEXT("/etc/passwd"), NULL, &file));

  OK(roster_open(TEXT(path), NULL, &file));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_open(file, TEXT("a"), NULL, NULL));
  roster_list_options named = roster_default_list_options();
  named.may_create = 0;
  FAILS(ROSTER_UNREADABLE, roster_list_open(file, TEXT("a"), &named, &list));
  CHECK(names("name"));
  roster_text zeroed = {"a\0b", 3};
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_open(file, zeroed, NULL, &list));
  CHECK(names("name"));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_file_remove_list(file, zeroed));
  OK(roster_file_remove_list(file, TEXT("a")));
  named.may_create = 1;
  named.key = TEXT("id..x");
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_open(file, TEXT("a"), &named, &list));
  named.size = 3;
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_open(file, TEXT("a"), &named, &list));
  named = roster_default_list_options();
  named.key = TEXT("id");
  named.is_shared = 0;
  OK(roster_list_open(file, TEXT("a"), &named, &list));
  FAILS(ROSTER_IN_USE, roster_list_open(file, TEXT("a"), &named, &other));

  roster_counts counts;
  roster_section section;
  roster_batch_info info;
  roster_operation operation;
  roster_replacement replacement;
  roster_anchor anchor;
  int32_t number;
  int64_t place;
  size_t copied;
  FAILS(ROSTER_INVALID_ARGUMENT, roster_open_in_memory(NULL));
  roster_handle handles[] = {0, 1u << 30, file, UINT64_MAX};
  for (size_t index = 0; index < sizeof handles / sizeof *handles; index++) {
    roster_handle wrong = handles[index];
    FAILS(ROSTER_INVALID_HANDLE, roster_change(wrong, TEXT("[]"), NONE, NULL));
    FAILS(ROSTER_INVALID_HANDLE, roster_apply(wrong, TEXT("{}"), NULL));
    FAILS(ROSTER_INVALID_HANDLE, roster_undo(wrong, NONE, NULL));
    FAILS(ROSTER_INVALID_HANDLE, roster_replace_contents(wrong, TEXT("[]"), NONE, NULL));
    FAILS(ROSTER_INVALID_HANDLE, roster_redo(wrong, NONE, NULL));
    FAILS(ROSTER_INVALID_HANDLE, roster_history(wrong, NONE, &number, &number));
    FAILS(ROSTER_INVALID_HANDLE, roster_compact(wrong, 1, NULL));
    FAILS(ROSTER_INVALID_HANDLE, roster_list_export(wrong, &bytes));
    FAILS(ROSTER_INVALID_HANDLE, roster_list_derive(wrong, TEXT("d"), TEXT("{}"), &other));
    FAILS(ROSTER_INVALID_HANDLE, roster_list_derive_union(&wrong, 1, TEXT("d"), TEXT("{}"), &other));
    FAILS(ROSTER_INVALID_HANDLE, roster_list_origin(wrong, 1, &origin));
    FAILS(ROSTER_INVALID_HANDLE, roster_list_search(wrong, TEXT("x")));
    FAILS(ROSTER_INVALID_HANDLE, roster_list_bring_up_to_date(wrong));
    FAILS(ROSTER_INVALID_HANDLE, roster_snapshot_open(wrong, -1, &snapshot));
    FAILS(ROSTER_INVALID_HANDLE, roster_snapshot_counts(wrong, &counts));
    FAILS(ROSTER_INVALID_HANDLE, roster_snapshot_section(wrong, 0, &section, NULL));
    FAILS(ROSTER_INVALID_HANDLE, roster_snapshot_find_section(wrong, 1, &section, NULL));
    FAILS(ROSTER_INVALID_HANDLE, roster_snapshot_offset(wrong, 0, 0, &place));
    FAILS(ROSTER_INVALID_HANDLE, roster_snapshot_items(wrong, 0, 0, &item, 1, &copied));
    FAILS(ROSTER_INVALID_HANDLE, roster_snapshot_item(wrong, 0, 0, &item, NULL));
    FAILS(ROSTER_INVALID_HANDLE, roster_snapshot_find(wrong, 1, &item, NULL));
    FAILS(ROSTER_INVALID_HANDLE, roster_snapshot_find_key(wrong, TEXT("1"), &item, NULL));
    FAILS(ROSTER_INVALID_HANDLE, roster_snapshot_models(wrong, 0, 0, 1, &bytes));
    FAILS(ROSTER_INVALID_HANDLE, roster_snapshot_fingerprint(wrong, &bytes));
    FAILS(ROSTER_INVALID_HANDLE, roster_subscribe(wrong, -1, &batch));
    FAILS(ROSTER_INVALID_HANDLE, roster_subscription_descriptor(wrong, &number));
    FAILS(ROSTER_INVALID_HANDLE, roster_next(wrong, 0, &batch));
    FAILS(ROSTER_INVALID_HANDLE, roster_batch_describe(wrong, &info));
    FAILS(ROSTER_INVALID_HANDLE, roster_batch_operations(wrong, 0, &operation, 1, &copied));
    FAILS(ROSTER_INVALID_HANDLE, roster_batch_replacements(wrong, 0, &replacement, 1, &copied));
    FAILS(ROSTER_INVALID_HANDLE, roster_batch_updates(wrong, 0, &place, 1, &copied));
    FAILS(ROSTER_INVALID_HANDLE, roster_batch_ids(wrong, 0, 0, &place, 1, &copied));
    FAILS(ROSTER_INVALID_HANDLE, roster_batch_target(wrong, 0, 0, &place, &place));
    FAILS(ROSTER_INVALID_HANDLE, roster_batch_source(wrong, 0, 0, &place, &place));
    FAILS(ROSTER_INVALID_HANDLE, roster_batch_anchor(wrong, 1, &anchor));
    FAILS(ROSTER_INVALID_HANDLE, roster_batch_snapshot(wrong, 0, &snapshot));
    FAILS(ROSTER_INVALID_HANDLE, roster_batch_models(wrong, 0, &bytes));
    FAILS(ROSTER_INVALID_HANDLE, roster_batch_json(wrong, &bytes));
    if (wrong != file) FAILS(ROSTER_INVALID_HANDLE, roster_close(wrong));
    roster_handle no_file = wrong == file ? list : wrong;
    FAILS(ROSTER_INVALID_HANDLE, roster_file_lists(no_file, &bytes));
    FAILS(ROSTER_INVALID_HANDLE, roster_file_remove_list(no_file, TEXT("a")));
    FAILS(ROSTER_INVALID_HANDLE, roster_file_check(no_file, &bytes));
    FAILS(ROSTER_INVALID_HANDLE, roster_list_open(no_file, TEXT("b"), NULL, &other));
  }

  /* Nothing of a change that fails is done, and the message says where. */
  struct {
    const char *edits;
    roster_code code;
    const char *part;
  } wrong[] = {
      {"", ROSTER_INVALID_JSON, "edits"},
      {"[", ROSTER_INVALID_JSON, "edits"},
      {"{}", ROSTER_INVALID_JSON, "edits"},
      {"[1]", ROSTER_INVALID_JSON, "edits[0]"},
      {"[{}]", ROSTER_INVALID_JSON, "edits[0]"},
      {"[{\"do\":\"delete\"}]", ROSTER_INVALID_JSON, "edits[0].do"},
      {"[{\"do\":\"remove\",\"item\":1,\"model\":2}]", ROSTER_INVALID_JSON, "edits[0]"},
      {"[{\"do\":\"remove\",\"item\":{\"key\":1.5}}]", ROSTER_INVALID_JSON, "edits[0].item.key"},
      {"[{\"do\":\"insert\",\"model\":{\"id\":1},\"at\":[0]}]", ROSTER_INVALID_JSON, "edits[0].at"},
      {"[{\"do\":\"insert\",\"model\":{\"id\":1},\"at\":0,\"section\":1}]", ROSTER_INVALID_JSON, "edits[0]"},
      {"[{\"do\":\"insert\",\"model\":{\"id\":1}},{\"do\":\"remove\",\"item\":9}]", ROSTER_NO_SUCH_ITEM, "edits[1]"},
      {"[{\"do\":\"insert\",\"model\":{\"id\":1},\"section\":4}]", ROSTER_NO_SUCH_SECTION, "edits[0]"},
      {"[{\"do\":\"remove\",\"item\":{\"at\":[0,0]}}]", ROSTER_NO_SUCH_ITEM, "edits[0]"},
      {"[{\"do\":\"remove\",\"item\":{\"at\":[-1,0]}}]", ROSTER_NO_SUCH_ITEM, "edits[0]"},
      {"[{\"do\":\"insert\",\"model\":{\"id\":1},\"at\":[7,7]}]", ROSTER_INVALID_CHANGE, "edits[0]"},
      {"[{\"do\":\"move_section\",\"section\":1,\"at\":0}]", ROSTER_NO_SUCH_SECTION, "edits[0]"},
      {"[{\"do\":\"insert\",\"model\":{}}]", ROSTER_INVALID_CHANGE, "edits[0]"},
      {"[{\"do\":\"remove\",\"item\":{\"edit\":0}}]", ROSTER_INVALID_CHANGE, "edits[0]"},
      {"[{\"do\":\"insert_section\"},{\"do\":\"remove\",\"item\":{\"edit\":0}}]", ROSTER_INVALID_CHANGE, "edits[1]"},
      {"[{\"do\":\"insert_section\"},{\"do\":\"insert_section\"},"
       "{\"do\":\"insert\",\"model\":{\"id\":1},\"section\":{\"edit\":-1}}]", ROSTER_INVALID_CHANGE, "edits[2]"},
      {"[{\"do\":\"remove\",\"item\":{\"edit\":0,\"key\":1}}]", ROSTER_INVALID_JSON, "edits[0].item"},
      {"[{\"do\":\"insert\",\"model\":{\"id\":1}},{\"do\":\"insert\",\"model\":{\"id\":1}}]", ROSTER_DUPLICATE_KEY, "edits[1]"},
      {"[{\"do\":\"insert\",\"model\":{\"id\":1}},{\"do\":\"insert\",\"model\":{\"id\":2}},"
       "{\"do\":\"update\",\"item\":{\"edit\":0},\"model\":{\"id\":2}},{\"do\":\"upsert\",\"model\":{\"id\":3}}]",
       ROSTER_DUPLICATE_KEY, "edits[2]"},
  };
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
    roster_code code = roster_change(list, TEXT(wrong[index].edits), NONE, &bytes);
    roster_error error = roster_last_error();
    if (code != wrong[index].code || error.part.count != strlen(wrong[index].part) ||
        memcmp(error.part.bytes, wrong[index].part, error.part.count) != 0)
      return failure(wrong[index].edits, (int)index);
  }
  char long_key[1200], long_edits[1300];
  memset(long_key, 'k', 1025);
  long_key[1025] = 0;
  snprintf(
      long_edits, sizeof long_edits,
      "[{\"do\":\"insert_section\"},{\"do\":\"insert\",\"model\":{\"id\":\"%s\"}}]", long_key);
  FAILS(ROSTER_INVALID_CHANGE, roster_change(list, TEXT(long_edits), NONE, NULL));
  CHECK(names("edits[1]"));
  FAILS(ROSTER_DUPLICATE_KEY, roster_replace_contents(list, TEXT("[{\"id\":1},{\"id\":2},{\"id\":1}]"), NONE, NULL));
  CHECK(names("contents") && roster_last_error().item == 2 && !says("Optional"));

  /* A list without keys finds nothing by one, whether it has items or not. */
  roster_list plain;
  OK(roster_list_open(file, TEXT("plain"), NULL, &plain));
  for (int round = 0; round < 2; round++) {
    FAILS(ROSTER_KEY_REQUIRED, roster_change(plain, TEXT("[{\"do\":\"remove\",\"item\":{\"key\":\"x\"}}]"), NONE, NULL));
    CHECK(names("edits[0]") && says("have no keys"));
    FAILS(ROSTER_KEY_REQUIRED, roster_change(plain, TEXT("[{\"do\":\"upsert\",\"model\":{\"id\":1}}]"), NONE, NULL));
    CHECK(says("have no keys"));
    OK(roster_snapshot_open(plain, -1, &snapshot));
    FAILS(ROSTER_KEY_REQUIRED, roster_snapshot_find_key(snapshot, TEXT("1"), &item, NULL));
    CHECK(says("have no keys"));
    OK(roster_close(snapshot));
    OK(roster_change(plain, TEXT("[{\"do\":\"insert\",\"model\":{\"id\":1}}]"), NONE, NULL));
  }
  OK(roster_close(plain));

  struct {
    const char *definition;
    const char *part;
  } undefined[] = {
      {"", "definition"},
      {"[]", "definition"},
      {"{\"filter\":1}", "definition"},
      {"{\"where\":{}}", "definition.where"},
      {"{\"where\":{\"member\":\"a..b\",\"is\":1}}", "definition.where.member"},
      {"{\"where\":{\"all\":[{\"member\":\"a\",\"is\":1},{\"not\":{\"less\":true}}]}}", "definition.where.all[1].not.less"},
      {"{\"where\":{\"all\":[],\"any\":[]}}", "definition.where"},
      {"{\"sorted\":[]}", "definition.sorted"},
      {"{\"sorted\":[\"a\",{\"by\":\"b\",\"descending\":1}]}", "definition.sorted[1].descending"},
      {"{\"sections\":{\"of\":\"me\"}}", "definition.sections.of"},
      {"{\"sections\":{\"of\":\"source\",\"models\":[]}}", "definition.sections"},
      {"{\"sections\":{\"of\":\"sources\",\"models\":1}}", "definition.sections.models"},
      {"{\"sections\":{\"of\":\"sources\",\"models\":[],\"keepsEmpty\":1}}", "definition.sections.keepsEmpty"},
      {"{\"distinct\":\"a\"}", "definition.distinct"},
      {"{\"sorted\":[\"a\"],\"distinct\":\"a\",\"limit\":1}", "definition.distinct"},
      {"{\"limit\":-1}", "definition.limit"},
      {"{\"limit\":{\"count\":1,\"from\":\"top\"}}", "definition.limit.from"},
      {"{\"search\":{\"in\":[]}}", "definition.search.in"},
      {"{\"together\":1}", "definition.together"},
      {"{\"search\":{\"in\":[\"a\"]},\"together\":true}", "definition.together"},
  };
  for (size_t index = 0; index < sizeof undefined / sizeof *undefined; index++) {
    roster_code code = roster_list_derive(list, TEXT("d"), TEXT(undefined[index].definition), &other);
    roster_error error = roster_last_error();
    if (code != ROSTER_INVALID_JSON || error.part.count != strlen(undefined[index].part) ||
        memcmp(error.part.bytes, undefined[index].part, error.part.count) != 0)
      return failure(undefined[index].definition, (int)index);
  }
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_derive(list, TEXT("d"), TEXT("{}"), NULL));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_derive(list, zeroed, TEXT("{}"), &other));

  /* Several lists are lists of one file, each once. */
  roster_file elsewhere;
  roster_list foreign;
  OK(roster_open_in_memory(&elsewhere));
  OK(roster_list_open(elsewhere, TEXT("b"), NULL, &foreign));
  struct {
    roster_list second;
    roster_code code;
  } shown[] = {{list, ROSTER_INVALID_ARGUMENT}, {foreign, ROSTER_INVALID_ARGUMENT}, {file, ROSTER_INVALID_HANDLE}};
  for (size_t index = 0; index < sizeof shown / sizeof *shown; index++) {
    roster_list sources[] = {list, shown[index].second};
    FAILS(shown[index].code, roster_list_derive_union(sources, 2, TEXT("d"), TEXT("{}"), &other));
    roster_text part = roster_last_error().part;
    CHECK(part.count == strlen("lists[1]") && memcmp(part.bytes, "lists[1]", part.count) == 0);
  }
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_derive_union(NULL, 1, TEXT("d"), TEXT("{}"), &other));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_derive_union(&list, 0, TEXT("d"), TEXT("{}"), &other));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_derive_union(&list, (size_t)-1, TEXT("d"), TEXT("{}"), &other));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_derive_union(&list, 1, TEXT("d"), TEXT("{}"), NULL));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_derive_union(
      &list, 1, TEXT("d"), TEXT("{\"sections\":{\"of\":\"sources\",\"models\":[]}}"), &other));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_derive_union(&list, 1, TEXT("d"), TEXT("{\"together\":true}"), &other));
  CHECK(names("definition.together"));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_origin(list, 1, &origin));
  OK(roster_close(foreign));
  OK(roster_close(elsewhere));
  FAILS(ROSTER_INVALID_JSON, roster_change(list, TEXT("[]"), TEXT("{\"who\":1}"), NULL));
  FAILS(ROSTER_INVALID_JSON, roster_change(list, TEXT("[]"), TEXT("{\"undo\":true}"), NULL));
  CHECK(roster_last_error().part.count == strlen("annotation.undo"));
  FAILS(ROSTER_INVALID_JSON, roster_apply(list, TEXT("{\"undo\":true}"), NULL));
  FAILS(ROSTER_INVALID_JSON, roster_apply(list, NONE, NULL));
  FAILS(ROSTER_INVALID_CHANGE, roster_apply(list, TEXT("{\"changeset\":{\"removedItems\":[[0,2]]}}"), NULL));
  roster_error refusal = roster_last_error();
  CHECK(refusal.section == 0 && refusal.item == 2);
  CHECK(strcmp(refusal.part.bytes, "entry.changeset.removedItems") == 0);
  FAILS(ROSTER_INVALID_CHANGE, roster_apply(list, TEXT("{\"changeset\":{\"insertedSections\":[3]}}"), NULL));
  refusal = roster_last_error();
  CHECK(refusal.section == 3 && refusal.item == -1);
  CHECK(strcmp(refusal.part.bytes, "entry.changeset.insertedSections") == 0);
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_export(list, NULL));
  OK(roster_snapshot_open(list, -1, &snapshot));
  OK(roster_snapshot_counts(snapshot, &counts));
  CHECK(counts.revision == 0 && counts.items == 0);

  FAILS(ROSTER_INVALID_ARGUMENT, roster_snapshot_open(list, -2, &snapshot));
  FAILS(ROSTER_STALE, roster_snapshot_open(list, 5, &snapshot));
  FAILS(ROSTER_STALE, roster_snapshot_open(list, INT64_MAX, &snapshot));
  FAILS(ROSTER_NO_SUCH_SECTION, roster_snapshot_item(snapshot, 0, 0, &item, &bytes));
  FAILS(ROSTER_NO_SUCH_SECTION, roster_snapshot_models(snapshot, INT64_MIN, 0, 0, &bytes));
  OK(roster_change(list, TEXT("[{\"do\":\"insert\",\"model\":{\"id\":1}}]"), NONE, NULL));
  OK(roster_close(snapshot));
  OK(roster_snapshot_open(list, -1, &snapshot));
  FAILS(ROSTER_NO_SUCH_ITEM, roster_snapshot_item(snapshot, 0, INT64_MAX, &item, &bytes));
  CHECK(roster_last_error().section == 0);
  /* What an edit has at fault is named, and where, also if the list has the item that it meets. */
  FAILS(ROSTER_DUPLICATE_KEY, roster_change(
      list, TEXT("[{\"do\":\"insert\",\"model\":{\"id\":2}},{\"do\":\"insert\",\"model\":{\"id\":1}}]"), NONE, NULL));
  CHECK(names("edits[1]") && says("edits[1]: "));
  FAILS(ROSTER_DUPLICATE_KEY, roster_apply(
      list, TEXT("{\"changeset\":{\"insertedItems\":[[[0,0],{\"id\":2}],[[0,2],{\"id\":1}]]}}"), NULL));
  CHECK(names("entry.changeset.insertedItems"));
  CHECK(roster_last_error().section == 0 && roster_last_error().item == 2);
  FAILS(ROSTER_INVALID_CHANGE, roster_change(
      list, TEXT("[{\"do\":\"insert\",\"model\":{\"id\":2},\"at\":[0,99]}]"), NONE, NULL));
  CHECK(names("edits[0]") && roster_last_error().section == 0 && roster_last_error().item == 99);
  FAILS(ROSTER_NO_SUCH_ITEM, roster_change(list, TEXT("[{\"do\":\"remove\",\"item\":{\"at\":[0,7]}}]"), NONE, NULL));
  CHECK(roster_last_error().section == 0 && roster_last_error().item == 7);
  FAILS(ROSTER_NO_SUCH_ITEM, roster_snapshot_item(snapshot, 0, -1, &item, &bytes));
  FAILS(ROSTER_NO_SUCH_ITEM, roster_snapshot_item(snapshot, -1, 1, &item, &bytes));
  CHECK(roster_last_error().section == -1 && roster_last_error().item == 1);
  FAILS(ROSTER_NO_SUCH_ITEM, roster_snapshot_item(snapshot, -1, -1, &item, &bytes));
  int64_t offset;
  FAILS(ROSTER_NO_SUCH_ITEM, roster_snapshot_offset(snapshot, 0, 1, &offset));
  FAILS(ROSTER_NO_SUCH_SECTION, roster_snapshot_offset(snapshot, 1, 0, &offset));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_snapshot_offset(snapshot, 0, 0, NULL));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_snapshot_models(snapshot, 0, -1, 1, &bytes));
  FAILS(ROSTER_NO_SUCH_ITEM, roster_snapshot_find(snapshot, INT64_MIN, &item, NULL));
  FAILS(ROSTER_INVALID_JSON, roster_snapshot_find_key(snapshot, TEXT("[1]"), &item, NULL));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_snapshot_find(snapshot, 1, NULL, NULL));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_snapshot_find_section(snapshot, 1, NULL, NULL));
  int64_t unknown[] = {INT64_MIN, -1, 0, 2, INT64_MAX};
  for (size_t index = 0; index < sizeof unknown / sizeof *unknown; index++)
    FAILS(ROSTER_NO_SUCH_SECTION, roster_snapshot_find_section(snapshot, unknown[index], &section, &bytes));
  roster_subscription subscription;
  FAILS(ROSTER_STALE, roster_subscribe(list, 77, &subscription));
  OK(roster_subscribe(list, 0, &subscription));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_next(subscription, -2, &batch));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_next(subscription, INT64_MIN, &batch));
  CHECK(names("timeout"));
  OK(roster_next(subscription, 5000, &batch));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_models(batch, 9, &bytes));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_models(batch, -1, &bytes));
  FAILS(ROSTER_NO_SUCH_ITEM, roster_batch_target(batch, 0, 4, &place, &place));
  CHECK(roster_last_error().section == 0 && roster_last_error().item == 4);
  FAILS(ROSTER_NO_SUCH_ITEM, roster_batch_source(batch, INT64_MAX, -3, &place, &place));
  CHECK(roster_last_error().section == INT64_MAX && roster_last_error().item == -3);
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_source(batch, 0, 0, NULL, &place));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_anchor(batch, 1, NULL));
  FAILS(ROSTER_NO_SUCH_ITEM, roster_batch_anchor(batch, INT64_MIN, &anchor));
  FAILS(ROSTER_NO_SUCH_ITEM, roster_batch_anchor(batch, INT64_MAX, &anchor));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_ids(batch, 9, 0, &place, 1, &copied));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_ids(batch, INT64_MIN, 0, &place, 1, &copied));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_ids(batch, 0, -1, &place, 1, &copied));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_ids(batch, 0, 0, NULL, 1, &copied));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_ids(batch, 0, 0, &place, 1, NULL));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_operations(batch, 0, NULL, 1, &copied));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_operations(batch, -1, NULL, 0, &copied));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_replacements(batch, 0, NULL, 1, &copied));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_replacements(batch, -1, NULL, 0, &copied));
  FAILS(ROSTER_INVALID_ARGUMENT, roster_batch_updates(batch, -1, NULL, 0, &copied));
  OK(roster_close(batch));
  FAILS(ROSTER_INVALID_HANDLE, roster_close(batch));
  FAILS(ROSTER_INVALID_HANDLE, roster_batch_json(batch, &bytes));

  /* The end of a list is the end of its batches, however often it is asked for. */
  OK(roster_close(list));
  /* Another member is no key of the list. */
  named.key = TEXT("other");
  FAILS(ROSTER_INVALID_ARGUMENT, roster_list_open(file, TEXT("a"), &named, &other));
  FAILS(ROSTER_CLOSED, roster_next(subscription, 5000, &batch));
  FAILS(ROSTER_CLOSED, roster_next(subscription, -1, &batch));
  OK(roster_close(subscription));
  FAILS(ROSTER_INVALID_HANDLE, roster_next(subscription, -1, &batch));
  OK(roster_close(snapshot));
  OK(roster_close(file));

  /* A list that storage has failed says how it goes on, in the words of this interface. */
  options = roster_default_file_options();
  options.is_read_only = 1;
  OK(roster_open(TEXT(path), &options, &file));
  OK(roster_list_open(file, TEXT("plain"), NULL, &plain));
  FAILS(ROSTER_READ_ONLY, roster_change(plain, TEXT("[{\"do\":\"insert\",\"model\":1}]"), NONE, NULL));
  CHECK(names(""));
  FAILS(ROSTER_SUSPENDED, roster_change(plain, TEXT("[{\"do\":\"insert\",\"model\":1}]"), NONE, NULL));
  CHECK(names("") && says("until the list is closed and opened again") && !says("resumed"));
  OK(roster_close(plain));
  OK(roster_close(file));
  CHECK(strcmp(roster_code_name(ROSTER_FAILED), "failed") == 0);
  CHECK(strcmp(roster_code_name(ROSTER_BUSY), "busy") == 0);
  CHECK(strcmp(roster_code_name(99), "unknown") == 0 && strcmp(roster_code_name(-1), "unknown") == 0);
  roster_free(NULL);
  return NULL;
}

/* ---- Threads ---- */

enum { THREADS = 8, CHANGES = 40 };

typedef struct {
  roster_list list;
  int number;
  char *failure;
} worker;

static char *work(worker *self) {
  for (int index = 0; index < CHANGES; index++) {
    char edits[96];
    snprintf(edits, sizeof edits, "[{\"do\":\"insert\",\"model\":{\"id\":%d}}]", self->number * 1000 + index);
    OK(roster_change(self->list, TEXT(edits), NONE, NULL));
    /* Each thread has a last error of its own. */
    char key[16];
    snprintf(key, sizeof key, "%d", -1 - self->number);
    roster_snapshot snapshot;
    roster_item item;
    OK(roster_snapshot_open(self->list, -1, &snapshot));
    FAILS(ROSTER_NO_SUCH_ITEM, roster_snapshot_find_key(snapshot, TEXT(key), &item, NULL));
    CHECK(memmem(roster_last_error().message.bytes, roster_last_error().message.count, key, strlen(key)));
    OK(roster_close(snapshot));
  }
  return NULL;
}

static void *run_worker(void *self) {
  ((worker *)self)->failure = work(self);
  return NULL;
}

typedef struct {
  roster_subscription subscription;
  roster_code code;
} waiter;

static void *run_waiter(void *self) {
  roster_batch batch;
  ((waiter *)self)->code = roster_next(((waiter *)self)->subscription, -1, &batch);
  return NULL;
}

char *calls_threads(const char *path) {
  roster_file file;
  roster_list list;
  OK(roster_open(TEXT(path), NULL, &file));
  roster_list_options options = roster_default_list_options();
  options.key = TEXT("id");
  OK(roster_list_open(file, TEXT("a"), &options, &list));
  roster_subscription subscription;
  OK(roster_subscribe(list, -1, &subscription));
  worker workers[THREADS];
  pthread_t threads[THREADS];
  for (int index = 0; index < THREADS; index++) {
    workers[index] = (worker){list, index, NULL};
    CHECK(pthread_create(&threads[index], NULL, run_worker, &workers[index]) == 0);
  }
  for (int revision = 0; revision < THREADS * CHANGES; revision++) {
    roster_batch batch;
    roster_batch_info info;
    OK(roster_next(subscription, 60000, &batch));
    OK(roster_batch_describe(batch, &info));
    CHECK(info.source_revision == revision && info.target_revision == revision + 1);
    OK(roster_close(batch));
  }
  for (int index = 0; index < THREADS; index++) {
    pthread_join(threads[index], NULL);
    if (workers[index].failure) return workers[index].failure;
  }
  /* A thread that waits is told when the subscription is closed. */
  waiter waiting = {subscription, ROSTER_OK};
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, run_waiter, &waiting) == 0);
  OK(roster_close(subscription));
  pthread_join(thread, NULL);
  CHECK(waiting.code == ROSTER_CLOSED || waiting.code == ROSTER_INVALID_HANDLE);
  roster_snapshot snapshot;
  roster_counts counts;
  OK(roster_snapshot_open(list, -1, &snapshot));
  OK(roster_snapshot_counts(snapshot, &counts));
  CHECK(counts.items == THREADS * CHANGES && counts.revision == THREADS * CHANGES);
  OK(roster_close(snapshot));
  OK(roster_close(list));
  OK(roster_close(file));
  return NULL;
}

/* ---- Processes ---- */

char *calls_fork(const char *path) {
  roster_file file;
  OK(roster_open(TEXT(path), NULL, &file));
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    /* A child that waits for a thread which it does not have is ended, and told apart by that. */
    alarm(60);
    roster_bytes bytes = {0};
    roster_file other;
    int told = roster_file_lists(file, &bytes) == ROSTER_FORKED &&
               roster_last_error().code == ROSTER_FORKED && roster_close(file) == ROSTER_FORKED &&
               roster_open(TEXT(path), NULL, &other) == ROSTER_FORKED;
    _exit(told ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  roster_bytes bytes = {0};
  OK(roster_file_lists(file, &bytes));
  CHECK(is(&bytes, "[]"));
  OK(roster_close(file));
  return NULL;
}

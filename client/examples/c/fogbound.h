/* JSON for programs of Fogbound: the question as a tree, and the answer written piece by piece. Public domain; change it as you like.
 *
 * A file that includes this defines `decide`. It is asked once for each line of standard input and says what it orders on standard output, so
 * the same program plays at home (built for your machine) and on the site (built as a WebAssembly module).
 */
#ifndef FOGBOUND_H
#define FOGBOUND_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { NOTHING, FALSE_, TRUE_, NUMBER, TEXT, LIST, OBJECT } Kind;

/* A value of the question. What it is made of lies at `first` and goes on at `next`; `key` is its name in an object. `from` and `length` are
 * its own JSON, which can be sent back as it is. `text` of a TEXT is what stands between its quotes, escapes and all. */
typedef struct Value {
    Kind kind;
    double number;
    const char *text, *key, *from;
    size_t text_length, key_length, length;
    int size;
    struct Value *first, *next;
} Value;

static const Value NOTHING_THERE = {NOTHING, 0, "", "", "null", 0, 0, 4, 0, NULL, NULL};

/* What was read of a question is given back all at once, before the next one. */
static char *arena;
static size_t arena_used, arena_size;

static void *take(size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (arena_used + size > arena_size) {
        arena_size = size > 1 << 18 ? size : 1 << 18;
        arena = malloc(arena_size);
        if (!arena) exit(1);
        arena_used = 0;
    }
    arena_used += size;
    return arena + arena_used - size;
}

static const char *skip(const char *at) {
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r') at++;
    return at;
}

static const char *read_text(const char *at, const char **text, size_t *length) {
    *text = ++at;
    while (*at && *at != '"') at += *at == '\\' && at[1] ? 2 : 1;
    *length = (size_t)(at - *text);
    return *at ? at + 1 : at;
}

static const char *read_value(const char *at, Value *into) {
    memset(into, 0, sizeof *into);
    at = skip(at);
    into->from = at;
    if (*at == '{' || *at == '[') {
        char end = *at == '{' ? '}' : ']';
        Value **last = &into->first;
        into->kind = *at == '{' ? OBJECT : LIST;
        at = skip(at + 1);
        while (*at && *at != end) {
            Value *one = take(sizeof *one);
            const char *key = "";
            size_t key_length = 0;
            if (into->kind == OBJECT) at = skip(skip(read_text(at, &key, &key_length)) + 1);
            at = skip(read_value(at, one));
            one->key = key;
            one->key_length = key_length;
            *last = one;
            last = &one->next;
            into->size++;
            if (*at == ',') at = skip(at + 1);
        }
        if (*at) at++;
    } else if (*at == '"') {
        into->kind = TEXT;
        at = read_text(at, &into->text, &into->text_length);
    } else if (*at == 't' || *at == 'f' || *at == 'n') {
        into->kind = *at == 't' ? TRUE_ : *at == 'f' ? FALSE_ : NOTHING;
        at += *at == 'f' ? 5 : 4;
    } else {
        char *end;
        into->kind = NUMBER;
        into->number = strtod(at, &end);
        at = end > at ? end : at + 1;
    }
    into->length = (size_t)(at - into->from);
    return at;
}

/* The value of that name in an object; a value of kind NOTHING if there is none, which may be asked further. */
static inline const Value *get(const Value *object, const char *key) {
    for (const Value *one = object->first; one; one = one->next)
        if (object->kind == OBJECT && strlen(key) == one->key_length && !memcmp(one->key, key, one->key_length)) return one;
    return &NOTHING_THERE;
}

/* Entry `at` of a list, from 0 on. */
static inline const Value *entry(const Value *list, int at) {
    const Value *one = list->first;
    while (one && at-- > 0) one = one->next;
    return one ? one : &NOTHING_THERE;
}

static inline int is_text(const Value *value, const char *text) {
    return value->kind == TEXT && strlen(text) == value->text_length && !memcmp(value->text, text, value->text_length);
}

/* Numbers that follow from the seed of the question: the same question, the same numbers. */
static uint64_t chance;

static inline uint32_t below(uint32_t stop) {
    uint64_t z = (chance += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return stop ? (uint32_t)((z ^ (z >> 31)) % stop) : 0;
}

/* The answer. Say the orders with `say`, in the manner of printf, or with `say_value`; without a word they are the default orders. */
static char *said;
static size_t said_used, said_size;

static void say_bytes(const char *bytes, size_t length) {
    while (said_used + length + 1 > said_size) {
        said_size = said_size ? 2 * said_size : 4096;
        said = realloc(said, said_size);
        if (!said) exit(1);
    }
    memcpy(said + said_used, bytes, length);
    said[said_used += length] = 0;
}

static inline void say_value(const Value *value) { say_bytes(value->from, value->length); }

static inline void say(const char *format, ...) {
    char line[1024];
    va_list given;
    va_start(given, format);
    int length = vsnprintf(line, sizeof line, format, given);
    va_end(given);
    if (length > 0) say_bytes(line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

/* What is to be in `memory` next time, as the JSON of an object; without it memory stays as it is. */
static char *kept;
static inline void keep(const char *json) {
    free(kept);
    kept = strdup(json);
}

/* Yours: looks at the question and says the orders of the seat. */
static void decide(const Value *view, const Value *choices, const Value *memory, const Value *refused);

int main(void) {
    char *line = NULL;
    size_t size = 0;
    /* Each read of a module costs as much as 60,000 steps of work. */
    setvbuf(stdin, NULL, _IOFBF, 1 << 16);
    while (getline(&line, &size, stdin) > 0) {
        Value asked;
        arena_used = said_used = 0;
        if (said) *said = 0;
        keep("");
        read_value(line, &asked);
        chance = (uint64_t)get(&asked, "seed")->number;
        decide(get(&asked, "view"), get(&asked, "choices"), get(&asked, "memory"), get(&asked, "refused"));
        printf("{\"orders\":%s", said_used ? said : "null");
        if (*kept) printf(",\"memory\":%s", kept);
        printf("}\n");
        fflush(stdout);
    }
    return 0;
}

#endif

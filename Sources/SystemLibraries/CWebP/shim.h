// What is decoded; the tests encode.
#include <webp/decode.h>
#include <webp/encode.h>

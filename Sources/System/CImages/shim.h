#include <stddef.h>
#include <stdio.h>

#include <gif_lib.h>
#include <lcms2.h>
#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

// Swift does not read macros that are made of others.

static const png_uint_32 png_format_bgra = PNG_FORMAT_BGRA;
static const cmsUInt32Number lcms_format_bgra = TYPE_BGRA_8;

#include "CContract.h"

// C23. SwiftPM's own embedding makes an array literal of each byte, which takes Swift a minute to compile.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char contract[] = {
#embed "../../../Schemas/openapi.yaml"
};

const unsigned char *larder_contract(void) { return contract; }
size_t larder_contract_size(void) { return sizeof contract; }

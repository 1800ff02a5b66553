"""Pure functions over Unicode text: offsets, normal forms, sentences, tokens, quotations."""

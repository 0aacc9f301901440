"""How claims sound: that something was done, is being done, or will be; patterns by language."""
